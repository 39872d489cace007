import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Those that kill and wait take the longest, and work the least: they begin first, beside the rest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => moduleId.includes("/e2e/");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

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
    // one more than there are cores: the long ones wait for most of their time
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
  },
});
