import { readFile, rm } from "node:fs/promises";
import { run } from "./run.ts";
import { judged, type Tally } from "./tally.ts";

const report = "build/tests/vitest.json";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { ancestorTitles: string[] }[] }[];
}

const none: Report = { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

/** Tests of one piece, and of the shop by its front door on both databases. A database that is not there is one skipped test. */
export async function integration(): Promise<Tally> {
  await rm(report, { force: true });
  const { well } = await run(
    "vitest",
    ["run", "--allowOnly=false", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    { loud: true },
  );
  const found = await readFile(report, "utf8").then(
    (text) => JSON.parse(text) as Report,
    () => none,
  );
  // a file that could not be loaded has failed without naming a test
  const unloaded = found.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.length,
  );
  const onPostgres = found.testResults.some(({ assertionResults }) =>
    assertionResults.some(({ ancestorTitles }) => ancestorTitles.some((title) => title.includes("PostgreSQL"))),
  );
  if (!onPostgres)
    console.log("Skipped: nothing ran on a PostgreSQL server (none is installed, and TEST_DATABASE_URL is not set).");
  const tally = {
    passed: found.numPassedTests,
    failed: found.numFailedTests + unloaded.length,
    skipped: found.numPendingTests + found.numTodoTests + (onPostgres ? 0 : 1),
  };
  return judged(tally, well);
}
