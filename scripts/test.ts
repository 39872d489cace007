// Everything that must hold, in the order of what is quickest to know. `npm test -- lint types` runs those alone.
import { browser } from "./suites/browser.ts";
import { check } from "./suites/checks.ts";
import { describeFailures } from "./suites/failures.ts";
import { endTogether } from "./suites/run.ts";
import { describeTally, sum, type Tally } from "./suites/tally.ts";
import { integration } from "./suites/vitest.ts";

const suites: Record<string, () => Promise<Tally>> = {
  format: check("format"),
  lint: check("lint"),
  types: check("types"),
  imports: check("imports"),
  unused: check("unused"),
  integration,
  build: check("build"),
  browser,
};

endTogether();

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`No such suite: ${unknown.join(", ")}. There are: ${Object.keys(suites).join(", ")}.`);
  process.exit(1);
}

const tallies: Tally[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const started = performance.now();
  console.log(`\n— ${name}`);
  const tally = await suite();
  tallies.push(tally);
  console.log(`— ${name}: ${describeTally(tally)} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

const total = sum(tallies);
process.exitCode = total.failed === 0 ? 0 : 1;
if (total.failures.length > 0) console.log(`\n— failed\n${describeFailures(total.failures)}`);
console.log(`\n${describeTally(total)}`);
