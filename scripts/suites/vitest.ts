import { readFile, rm } from "node:fs/promises";
import { hasPostgres } from "../../e2e/kit/postgres.ts";
import { run } from "./run.ts";
import { checkRunner, type TestSummary } from "./test-summary.ts";
import type { VitestReport } from "./vitest-report.ts";

const reporter = "scripts/suites/vitest-report.ts";
const emptyReport: VitestReport = { passed: 0, failed: 0, skipped: 0, failures: [], onPostgres: true, timings: [] };

/**
 * Runs some of the tests.
 * @param inForeground their output is shown as it comes, and they run at a lower priority than the suites in the background,
 * which measure how soon a shop recovers; the output of those is shown when they have ended
 */
async function runTests(name: string, args: readonly string[], inForeground: boolean): Promise<TestSummary> {
  const file = `build/tests/${name}.json`;
  await rm(file, { force: true });
  const own = ["run", "--allowOnly=false", "--reporter=default", `--reporter=./${reporter}`];
  const env = { ...process.env, VITEST_REPORT_NAME: name, VITEST_REPORT_FILE: file };
  const result = await run("vitest", [...own, ...args], { loud: inForeground, lowPriority: inForeground, env });
  if (!inForeground) console.log(result.output.trimEnd());
  const report = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as VitestReport,
    () => emptyReport,
  );
  if (!report.onPostgres)
    console.log("Skipped: no test ran on PostgreSQL (no server is installed, and TEST_DATABASE_URL is not set).");
  return checkRunner(name, { ...report, skipped: report.skipped + (report.onPostgres ? 0 : 1) }, result);
}

/** Unit tests, and tests of the server over HTTP. A missing PostgreSQL server counts as one skipped test. */
export async function integration(): Promise<TestSummary> {
  // read by vitest.config.ts
  if (process.env.TEST_ALL !== "1") process.env.WITHOUT_LONG_FILES = "1";
  return runTests("integration", ["--project=pages", "--project=server"], true);
}

/** Without `--all`. The others have a second machine, the embedded database, and payments that the money scenario has among others. */
const defaultScenarios = ["e2e/chaos/server.test.ts", "e2e/money/money.test.ts"];

/** Whole shops under load while processes are killed, databases fail and gateways misbehave. */
export async function scenarios(): Promise<TestSummary> {
  const all = process.env.TEST_ALL === "1" || !(await hasPostgres());
  return runTests("scenarios", ["--project=scenarios", "--maxWorkers=2", ...(all ? [] : defaultScenarios)], false);
}
