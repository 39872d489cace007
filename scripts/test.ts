// Everything that must hold. What does not need one another goes side by side: `npm test -- lint types` runs those alone.
import { browser } from "./suites/browser.ts";
import { check } from "./suites/checks.ts";
import { describeFailures } from "./suites/failures.ts";
import { endTogether } from "./suites/run.ts";
import { describeTally, sum, type Tally } from "./suites/test-summary.ts";
import { integration, scenarios } from "./suites/vitest.ts";

const suites: Record<string, () => Promise<Tally>> = {
  format: check("format"),
  lint: check("lint"),
  types: check("types"),
  imports: check("imports"),
  unused: check("unused"),
  build: check("build"),
  integration,
  scenarios,
  browser,
};

/** Stages one after the other, each of lanes side by side, each of suites one after the other. */
const stages: (keyof typeof suites)[][][] = [
  [["format", "lint", "types", "imports", "unused"], ["build"]],
  // the scenarios wait for most of their time, for what they have killed to come back
  [["integration", "browser"], ["scenarios"]],
];

endTogether();

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}.`);
  process.exit(1);
}

const tallies: Tally[] = [];

async function runSuite(name: string): Promise<void> {
  const suite = suites[name];
  if (!suite || (asked.length > 0 && !asked.includes(name))) return;
  const started = performance.now();
  const tally = await suite();
  tallies.push(tally);
  console.log(`— ${name}: ${describeTally(tally)} (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
}

async function runLane(names: readonly string[]): Promise<void> {
  for (const name of names) await runSuite(name);
}

for (const lanes of stages) await Promise.all(lanes.map(runLane));

const total = sum(tallies);
process.exitCode = total.failed === 0 ? 0 : 1;
if (total.failures.length > 0) console.log(`— failed\n${describeFailures(total.failures)}\n`);
console.log(describeTally(total));
