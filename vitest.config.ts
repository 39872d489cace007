import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Whole shops, every kind of request, whole catalogues: begun last they would be waited for alone. */
const long = /\/e2e\/|hostile-input|round-trip|import-products|backup\.test|src\/cli\.test|seed\.test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => long.test(moduleId);
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
    // what is told comes when the machine gets to it; the second that is the default is no such thing
    expect: { poll: { timeout: 60_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    // what a file leaves behind is closed by the kit: one process serves many files, and compiles PGlite once
    isolate: false,
    // one more than there are cores: a test waits for its database, and for what it lets be late
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
  },
});
