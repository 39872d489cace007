import { defineConfig } from "@playwright/test";
import suite from "../../playwright.config.ts";

const { globalSetup: _, ...shared } = suite;

/** The browser tests' browser and shop, for photographs: every scene in each language on each kind of screen. */
export default defineConfig({
  ...shared,
  testDir: ".",
  testMatch: "photographs.ts",
  outputDir: "../../build/tests/gallery",
  projects: [{ name: "gallery" }],
  fullyParallel: true,
  timeout: 120_000,
  use: { ...shared.use, screenshot: "off", actionTimeout: 20_000 },
});
