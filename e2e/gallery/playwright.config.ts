import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import suite from "../../playwright.config.ts";

/** What the camera shows. */
const film = join(import.meta.dirname, "../../build/gallery.mjpeg");

const { globalSetup: _, ...shared } = suite;

/**
 * The browser and shop of the browser tests, for screenshots: every UI state and every screen of the
 * back office in each language and screen size, and the pictures of the guides.
 */
export default defineConfig({
  ...shared,
  testDir: ".",
  outputDir: "../../build/tests/gallery",
  projects: [
    { name: "gallery", testMatch: ["screenshots.ts", "back-office.ts"] },
    { name: "guide", testMatch: "guide.ts" },
  ],
  fullyParallel: true,
  timeout: 120_000,
  use: {
    ...shared.use,
    screenshot: "off",
    actionTimeout: 20_000,
    permissions: ["camera"],
    launchOptions: {
      ...shared.use?.launchOptions,
      args: [
        ...(shared.use?.launchOptions?.args ?? []),
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        `--use-file-for-fake-video-capture=${film}`,
      ],
    },
  },
});
