import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import type { Failure } from "./failures.ts";
import type { Tally } from "./test-summary.ts";

export interface VitestReport extends Tally {
  /** whether anything ran on a database server */
  onPostgres: boolean;
  files: { name: string; seconds: number }[];
}

type Errors = readonly { message: string; diff?: string | undefined; stack?: string | undefined }[] | undefined;

/** The reason, what was different, and where. */
const tell = (errors: Errors): string =>
  (errors ?? [])
    .map(({ message, diff, stack }) => [message, diff, stack?.match(/^ +at (?!.*node_modules).*$/m)?.[0]].join("\n"))
    .join("\n");

/** The tests of a file that failed, and whatever else went wrong in it: what could not be loaded, what prepares tests. */
function failuresOf(file: TestModule): Failure[] {
  const broken = [file, ...file.children.allSuites()].filter((one) => one.errors().length > 0);
  return [
    ...broken.map((one) => ({
      name: one.type === "module" ? file.relativeModuleId : `${file.relativeModuleId} › ${one.fullName}`,
      error: tell(one.errors()),
    })),
    ...[...file.children.allTests("failed")].map((test) => ({
      name: `${file.relativeModuleId} › ${test.fullName}`,
      error: tell(test.result().errors),
    })),
  ];
}

const count = (tests: readonly TestCase[], state: string): number =>
  tests.filter((test) => test.result().state === state).length;

/** Vitest's reporter for `./vitest.ts`, which names the suite and the file: what failed and why, in few words, and how long each file took. */
export default class VitestReporter implements Reporter {
  readonly #suite = process.env.VITEST_REPORT_NAME ?? "vitest";
  readonly #file = process.env.VITEST_REPORT_FILE ?? "build/tests/vitest.json";

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((file) => [...file.children.allTests()]);
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => ({ name: "outside of any test", error: tell([error]) })),
    ].map(({ name, error }) => ({ name: `${this.#suite}: ${name}`, error }));
    const passed = count(tests, "passed");
    const report: VitestReport = {
      passed,
      failed: failures.length,
      skipped: tests.length - passed - count(tests, "failed"),
      failures,
      onPostgres: tests.some((test) => test.result().state !== "skipped" && test.fullName.includes("PostgreSQL")),
      files: modules.map((file) => ({ name: file.relativeModuleId, seconds: file.diagnostic().duration / 1000 })),
    };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(report));
  }
}
