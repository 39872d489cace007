import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { storeTemporaryFilesInMemory } from "./fixtures/testing/temporary-folder.ts";

storeTemporaryFilesInMemory();

/** The longest files start first: started last, one worker would still run them after the others have finished. */
const slowFiles = /\/e2e\/|hostile-input|round-trip|import-products|backup\.test|rules\.test|src\/cli\.test|seed\.test/;

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => slowFiles.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

/** Modules that only Vite can load: JSX, and the texts that its plugins provide. */
const pages = "src/{web,backoffice,design}/**/*.test.{ts,tsx}";

/** Loaded by Node as in production, which takes half of the time of Vite's loader. */
const byNode = { globalSetup: "fixtures/testing/global-setup.ts", experimental: { viteModuleRunner: false } };

export default defineConfig({
  test: {
    // only for what hangs: no test asserts how long something takes
    testTimeout: 90_000,
    hookTimeout: 90_000,
    setupFiles: ["fixtures/testing/noise.ts", "fixtures/testing/record-rows.ts"],
    // a busy machine may need longer than the default of one second
    expect: { poll: { timeout: 60_000 } },
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    // fixtures/testing/noise.ts closes what a file leaves open; a worker that runs many files compiles PGlite once
    isolate: false,
    // one more than there are cores: tests wait for their database and for delays they simulate
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      { extends: true, test: { name: "pages", include: [pages] } },
      {
        extends: true,
        test: {
          ...byNode,
          name: "server",
          include: ["{src,simulators,fixtures,scripts}/**/*.test.ts"],
          exclude: [pages, "node_modules/**"],
        },
      },
      { extends: true, test: { ...byNode, name: "scenarios", include: ["e2e/**/*.test.ts"] } },
    ],
  },
});
