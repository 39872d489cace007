import { defineConfig } from "@playwright/test";
import suite from "../../playwright.config.ts";

const { globalSetup: _, ...shared } = suite;

/** The browser and shop of the browser tests, for screenshots: every UI state in each language and screen size. */
export default defineConfig({
  ...shared,
  testDir: ".",
  testMatch: "screenshots.ts",
  outputDir: "../../build/tests/gallery",
  projects: [{ name: "gallery" }],
  fullyParallel: true,
  timeout: 120_000,
  use: { ...shared.use, screenshot: "off", actionTimeout: 20_000 },
});
