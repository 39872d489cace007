import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { installedChromium } from "./e2e/kit/chromium.ts";
import { hasPostgres } from "./e2e/kit/postgres.ts";
import { storeTemporaryFilesInMemory } from "./fixtures/testing/temporary-folder.ts";
import { testAll } from "./fixtures/testing/test-all.ts";

storeTemporaryFilesInMemory();

const chromium = installedChromium();
const isRoot = process.getuid?.() === 0;

// second languages and screens, further cases, and cases that tests of the server cover: they run with TEST_ALL=1
const repeated = testAll ? [] : [/@all/];
// tests with `shop.statement` are for PostgreSQL alone: no other process can write to the embedded database
const pglite = { name: "PGlite", use: { engine: "PGlite" as const }, grepInvert: [...repeated, /@PostgreSQL/] };
const postgres = { name: "PostgreSQL", use: { engine: "PostgreSQL" as const }, grepInvert: repeated };

/** By default the faster engine that is available; with TEST_ALL=1 PGlite, and PostgreSQL for the tests of those tags. */
const projects = [
  ...(testAll || !(await hasPostgres()) ? [pglite] : [postgres]),
  ...(testAll && (await hasPostgres()) ? [{ ...postgres, grep: /@both-engines|@PostgreSQL/ }] : []),
];

export default defineConfig<object, { engine: "PGlite" | "PostgreSQL" }>({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "build/tests/playwright",
  globalSetup: "./e2e/kit/postgres.ts",
  // tests spend about a third of their time waiting for the network and for animations
  workers: availableParallelism() + 1,
  // far above the usual times, so that a busy machine makes tests slow but does not fail them
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "vi-VN",
    // differs from the shop's, whose time zone all dates are shown in
    timezoneId: "Europe/London",
    // allowed only in the tests of the service worker: elsewhere it would respond in place of the shop
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        ...["--disable-component-update", "--disable-domain-reliability"],
        // the back office's own host in tests; a file with options of its own would start another browser and shop
        "--host-resolver-rules=MAP quanly.lianne.test 127.0.0.1",
      ],
    },
  },
  projects,
});
