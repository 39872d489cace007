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

/**
 * `npm test` runs them with `--all` alone, since they take seconds each: races and round trips of code that other files of their folders test
 * too, upgrades of earlier versions, and malformed responses of services.
 */
const longFiles = [
  "fixtures/seed/seed.test.ts",
  "src/data-of-live-shops.test.ts",
  "src/shop/backup/first-release.test.ts",
  "src/shop/backup/previous-version.test.ts",
  "src/shop/catalog/csv/round-trip.test.ts",
  "src/shop/catalog/fragment-consistency.test.ts",
  "src/shop/catalog/lock-catalog.test.ts",
  "src/shop/fulfilment/implausible-webhooks.test.ts",
  "src/shop/kernel/db/conflicts.test.ts",
  "src/shop/payment-flow/bank/reservation-and-refund.test.ts",
  "src/shop/payment-flow/concurrent-webhooks.test.ts",
  "src/shop/payment-flow/replaced-orders.test.ts",
  "src/shop/payments/paypal/lenient-responses.test.ts",
  "src/shop/self-service/bank-change-races.test.ts",
  "src/shop/self-service/paid-parcel.test.ts",
  "src/shop/self-service/refunded-changes.test.ts",
  "src/shop/self-service/replaced-parcel.test.ts",
  "src/shop/shipping/ghn/lenient-lists.test.ts",
];

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
          exclude: [pages, "node_modules/**", ...(process.env.WITHOUT_LONG_FILES ? longFiles : [])],
        },
      },
      { extends: true, test: { ...byNode, name: "scenarios", include: ["e2e/**/*.test.ts"] } },
    ],
  },
});
