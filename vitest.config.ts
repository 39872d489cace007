import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,simulators,fixtures,scripts,e2e}/**/*.test.{ts,tsx}"],
    globalSetup: "fixtures/testing/global-setup.ts",
    setupFiles: "fixtures/testing/noise.ts",
    testTimeout: 20_000,
    hookTimeout: 30_000,
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    // what a file leaves behind is closed by the kit: one process serves many files, and compiles PGlite once
    isolate: false,
    // its own default leaves a core to whoever watches, which is half of a machine of two
    maxWorkers: "100%",
  },
});
