import { readFile, rm } from "node:fs/promises";
import { run } from "./run.ts";
import { judged, type Tally } from "./tally.ts";
import { reportFile, type VitestReport } from "./vitest-report.ts";

const reporter = "scripts/suites/vitest-report.ts";
const nothing: VitestReport = { passed: 0, failed: 0, skipped: 0, failures: [], onPostgres: true, files: [] };
const howManySlow = 10;

const tellSlowest = ({ files }: VitestReport): void => {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, howManySlow);
  console.log("The slowest files:");
  for (const { name, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
};

/** Tests of one piece, and of the shop by its front door on both databases. A database that is not there is one skipped test. */
export async function integration(): Promise<Tally> {
  await rm(reportFile, { force: true });
  const args = ["run", "--allowOnly=false", "--reporter=default", `--reporter=./${reporter}`];
  const ended = await run("vitest", args, { loud: true });
  const report = await readFile(reportFile, "utf8").then(
    (text) => JSON.parse(text) as VitestReport,
    () => nothing,
  );
  tellSlowest(report);
  if (!report.onPostgres)
    console.log("Skipped: nothing ran on a PostgreSQL server (none is installed, and TEST_DATABASE_URL is not set).");
  return judged("integration", { ...report, skipped: report.skipped + (report.onPostgres ? 0 : 1) }, ended);
}
