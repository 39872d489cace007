import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule } from "vitest/node";
import type { Failure } from "./failures.ts";
import type { TestSummary } from "./test-summary.ts";

export interface VitestReport extends TestSummary {
  /** whether any test ran on PostgreSQL */
  onPostgres: boolean;
}

type Errors = readonly { message: string; diff?: string | undefined; stack?: string | undefined }[] | undefined;

/** The messages, the differences, and the first line of each stack in our own code. */
const describeErrors = (errors: Errors): string =>
  (errors ?? [])
    .map(({ message, diff, stack }) => [message, diff, stack?.match(/^ +at (?!.*node_modules).*$/m)?.[0]].join("\n"))
    .join("\n");

/** The failed tests of a file, and its other errors: those of loading it and of its hooks. */
function failuresOf(file: TestModule): Failure[] {
  const broken = [file, ...file.children.allSuites()].filter((one) => one.errors().length > 0);
  return [
    ...broken.map((one) => ({
      name: one.type === "module" ? file.relativeModuleId : `${file.relativeModuleId} › ${one.fullName}`,
      error: describeErrors(one.errors()),
    })),
    ...[...file.children.allTests("failed")].map((test) => ({
      name: `${file.relativeModuleId} › ${test.fullName}`,
      error: describeErrors(test.result().errors),
    })),
  ];
}

const count = (tests: readonly TestCase[], state: string): number =>
  tests.filter((test) => test.result().state === state).length;

/** Vitest's reporter for `./vitest.ts`, which sets the suite's name and the report's file: counts, failures, and timings of the files. */
export default class VitestReporter implements Reporter {
  readonly #suite = process.env.VITEST_REPORT_NAME ?? "vitest";
  readonly #file = process.env.VITEST_REPORT_FILE ?? "build/tests/vitest.json";

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((file) => [...file.children.allTests()]);
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => ({ name: "outside of any test", error: describeErrors([error]) })),
    ].map(({ name, error }) => ({ name: `${this.#suite}: ${name}`, error }));
    const passed = count(tests, "passed");
    const report: VitestReport = {
      passed,
      failed: failures.length,
      skipped: tests.length - passed - count(tests, "failed"),
      failures,
      onPostgres: tests.some((test) => test.result().state !== "skipped" && test.fullName.includes("PostgreSQL")),
      timings: modules.map((file) => ({ file: file.relativeModuleId, seconds: file.diagnostic().duration / 1000 })),
    };
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(report));
  }
}
