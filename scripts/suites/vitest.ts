import { readFile, rm } from "node:fs/promises";
import { run } from "./run.ts";
import { judged, type Tally } from "./test-summary.ts";
import type { VitestReport } from "./vitest-report.ts";

const reporter = "scripts/suites/vitest-report.ts";
const nothing: VitestReport = { passed: 0, failed: 0, skipped: 0, failures: [], onPostgres: true, files: [] };
const howManySlow = 10;

const describeSlowest = ({ files }: VitestReport): string =>
  files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, howManySlow)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`)
    .join("\n");

/**
 * Runs some of the tests.
 * @param inFront what they say is said at once, and not at their end in one piece; and they leave the machine to those behind,
 * which are held to how soon a shop is back
 */
async function runTests(name: string, args: readonly string[], inFront: boolean): Promise<Tally> {
  const file = `build/tests/${name}.json`;
  await rm(file, { force: true });
  const own = ["run", "--allowOnly=false", "--reporter=default", `--reporter=./${reporter}`];
  const env = { ...process.env, VITEST_REPORT_NAME: name, VITEST_REPORT_FILE: file };
  const ended = await run("vitest", [...own, ...args], { loud: inFront, yields: inFront, env });
  if (!inFront) console.log(ended.output.trimEnd());
  const report = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as VitestReport,
    () => nothing,
  );
  console.log(`The slowest of ${name}:\n${describeSlowest(report)}`);
  if (!report.onPostgres)
    console.log("Skipped: nothing ran on a PostgreSQL server (none is installed, and TEST_DATABASE_URL is not set).");
  return judged(name, { ...report, skipped: report.skipped + (report.onPostgres ? 0 : 1) }, ended);
}

/** Tests of one piece, and of the shop by its front door on both databases. A database that is not there is one skipped test. */
export const integration = (): Promise<Tally> => runTests("integration", ["--exclude=e2e/**"], true);

/** Whole shops, amid whatever can happen to them. */
export const scenarios = (): Promise<Tally> => runTests("scenarios", ["e2e/", "--maxWorkers=2"], false);
