// Runs all checks and tests. `npm test -- lint types` runs the named suites alone; `npm test -- --all` also runs what the default
// leaves out: every test on both database engines, all cases in a browser (tag `@all`), the long fuzz and scenario runs, and the check of
// row types, which needs the queries of all tests.
import { join } from "node:path";
import { browser } from "./suites/browser.ts";
import { check } from "./suites/checks.ts";
import { describeFailures } from "./suites/failures.ts";
import { removeRecordedRows, rows } from "./suites/rows.ts";
import { stopCommandsOnExit } from "./suites/run.ts";
import { describeSummary, sum, type TestSummary } from "./suites/test-summary.ts";
import { describeSlowest, storeTimings } from "./suites/timings.ts";
import { integration, scenarios } from "./suites/vitest.ts";

const suites: Record<string, () => Promise<TestSummary>> = {
  format: check("format"),
  lint: check("lint"),
  types: check("types"),
  imports: check("imports"),
  unused: check("unused"),
  build: check("build"),
  integration,
  scenarios,
  browser,
  rows,
};

/** Stages run one after the other; the lanes of a stage run in parallel, the suites of a lane one after the other. */
const stages: (keyof typeof suites)[][][] = [
  [
    ["types", "imports", "unused"],
    ["build", "format", "lint"],
  ],
  // the scenarios spend most of their time waiting until a process that they have killed is ready again
  [["integration", "browser"], ["scenarios"]],
  [["rows"]],
];

stopCommandsOnExit();

const args = process.argv.slice(2);
const requested = args.filter((name) => name !== "--all");
const unknown = requested.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}.`);
  process.exit(1);
}
// read by fixtures/testing/test-all.ts, in the processes that run the tests
const all = args.includes("--all");
if (all) process.env.TEST_ALL = "1";
const selected = new Set(
  requested.length > 0 ? requested : Object.keys(suites).filter((name) => all || name !== "rows"),
);
// read by fixtures/testing/record-rows.ts; recording costs the other suites a twelfth of their time
if (selected.has("rows")) process.env.SQL_ROWS = "1";
// read by Node: it halves the time in which a shop or a command starts
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, "../build/compiled");

await removeRecordedRows();

const summaries = new Map<string, TestSummary>();

async function runSuite(name: string): Promise<void> {
  const suite = suites[name];
  if (!suite || !selected.has(name)) return;
  const started = performance.now();
  const summary = await suite();
  summaries.set(name, summary);
  console.log(`— ${name}: ${describeSummary(summary)} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
}

async function runLane(names: readonly string[]): Promise<void> {
  for (const name of names) await runSuite(name);
}

for (const lanes of stages) await Promise.all(lanes.map(runLane));

const total = sum([...summaries.values()]);
process.exitCode = total.failed === 0 ? 0 : 1;
if (total.timings.length > 0) {
  const timed = [...summaries].filter(([, { timings }]) => timings.length > 0);
  await storeTimings(Object.fromEntries(timed.map(([name, { timings }]) => [name, timings])));
  console.log(`The slowest files (all in build/timings.json):\n${describeSlowest(total.timings)}\n`);
}
if (total.failures.length > 0) console.log(`— failed\n${describeFailures(total.failures)}\n`);
console.log(describeSummary(total));
