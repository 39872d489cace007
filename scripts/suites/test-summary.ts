import { type Failure, lastLines } from "./failures.ts";
import type { Ended } from "./run.ts";

/** How many tests of a suite ended how, and which failed. A static check is one test. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures: readonly Failure[];
}

export const onePassed: Tally = { passed: 1, failed: 0, skipped: 0, failures: [] };

/** @param name of what failed @param error what it said */
export const oneFailed = (name: string, error: string): Tally => ({
  ...{ passed: 0, failed: 1, skipped: 0 },
  failures: [{ name, error }],
});

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
  failures: tallies.flatMap(({ failures }) => failures),
});

/**
 * What a test runner's report is worth: one that ran nothing has failed, and so has one that ended badly without
 * naming a failed test (a crash, an unhandled rejection).
 */
export function judged(runner: string, tally: Tally, { well, output }: Ended): Tally {
  const ranNothing = tally.passed + tally.failed === 0;
  const unexplained = !well && tally.failed === 0;
  if (!ranNothing && !unexplained) return tally;
  return sum([tally, oneFailed(`${runner} ended badly, and named no test`, lastLines(output))]);
}

export const describeTally = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
