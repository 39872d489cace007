import { type Failure, lastLines } from "./failures.ts";
import type { RunResult } from "./run.ts";
import type { FileTiming } from "./timings.ts";

/** The counts of a suite's tests, with its failures and timings. A static check counts as one test. */
export interface TestSummary {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly Failure[];
  timings: readonly FileTiming[];
}

export const onePassed: TestSummary = { passed: 1, failed: 0, skipped: 0, failures: [], timings: [] };

/** @param name of the check that failed @param error its output */
export const oneFailed = (name: string, error: string): TestSummary => ({
  ...{ passed: 0, failed: 1, skipped: 0, timings: [] },
  failures: [{ name, error }],
});

export const sum = (summaries: readonly TestSummary[]): TestSummary => ({
  passed: summaries.reduce((total, { passed }) => total + passed, 0),
  failed: summaries.reduce((total, { failed }) => total + failed, 0),
  skipped: summaries.reduce((total, { skipped }) => total + skipped, 0),
  failures: summaries.flatMap(({ failures }) => failures),
  timings: summaries.flatMap(({ timings }) => timings),
});

/** Adds a failure when the runner ran no test, or exited with an error without naming a failed test (a crash, an unhandled rejection). */
export function checkRunner(runner: string, summary: TestSummary, { ok, output }: RunResult): TestSummary {
  const ranNothing = summary.passed + summary.failed === 0;
  const unexplained = !ok && summary.failed === 0;
  if (!ranNothing && !unexplained) return summary;
  return sum([summary, oneFailed(`${runner} exited with an error and named no failed test`, lastLines(output))]);
}

export const describeSummary = ({ passed, failed, skipped }: TestSummary): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
