import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{src,simulators,fixtures,scripts,e2e}/**/*.test.{ts,tsx}"],
    globalSetup: "fixtures/testing/global-setup.ts",
    setupFiles: "fixtures/testing/noise.ts",
    // for what hangs; how long things take is nothing that a test asserts
    testTimeout: 90_000,
    hookTimeout: 90_000,
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    // what a file leaves behind is closed by the kit: one process serves many files, and compiles PGlite once
    isolate: false,
    // its own default leaves a core to whoever watches, which is half of a machine of two
    maxWorkers: "100%",
  },
});
