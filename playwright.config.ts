import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { installedChromium } from "./e2e/kit/chromium.ts";
import { hasPostgres } from "./e2e/kit/postgres.ts";

const chromium = installedChromium();
const isRoot = process.getuid?.() === 0;

export default defineConfig<object, { engine: "PGlite" | "PostgreSQL" }>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "build/tests/playwright",
  globalSetup: "./e2e/kit/postgres.ts",
  // a page waits for a third of its time: for the network to be quiet, for what moves to stand
  workers: availableParallelism() + 1,
  // far more than either takes: on a machine that is busy with something else a test is slow, not wrong
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "vi-VN",
    // not the shop's: dates must be the shop's all the same
    timezoneId: "Europe/London",
    // only where it is what a test is about: elsewhere it would answer before the shop does
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [...(isRoot ? ["--no-sandbox"] : []), "--disable-component-update", "--disable-domain-reliability"],
    },
  },
  // everything on the embedded database; what is tagged, on a PostgreSQL server as well
  projects: [
    { name: "PGlite", use: { engine: "PGlite" } },
    ...((await hasPostgres())
      ? [{ name: "PostgreSQL", grep: /@everywhere/, use: { engine: "PostgreSQL" as const } }]
      : []),
  ],
});
