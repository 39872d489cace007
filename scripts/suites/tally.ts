/** How many tests of a suite ended how. A static check is one test. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export const onePassed: Tally = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: Tally = { passed: 0, failed: 1, skipped: 0 };

export const sum = (tallies: readonly Tally[]): Tally => ({
  passed: tallies.reduce((total, { passed }) => total + passed, 0),
  failed: tallies.reduce((total, { failed }) => total + failed, 0),
  skipped: tallies.reduce((total, { skipped }) => total + skipped, 0),
});

/**
 * What a test runner's report is worth: one that ran nothing has failed, and so has one that ended badly without
 * naming a failed test (a crash, an unhandled rejection).
 */
export function judged(tally: Tally, endedWell: boolean): Tally {
  const ranNothing = tally.passed + tally.failed === 0;
  const unexplained = !endedWell && tally.failed === 0;
  return ranNothing || unexplained ? { ...tally, failed: tally.failed + 1 } : tally;
}

export const describeTally = ({ passed, failed, skipped }: Tally): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
