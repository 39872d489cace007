// Compares the row types in the code with the results that tests have recorded in build/sql-rows (`npm test -- integration
// scenarios browser`). Exits with 1 on a mismatch. Lists the queries that no test runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ObservedRows } from "../fixtures/testing/row-recorder.ts";
import { compareRows } from "./sql-rows/compare-rows.ts";
import { openProject } from "./sql-rows/find-queries.ts";

const folder = join(import.meta.dirname, "../build/sql-rows");
const files = existsSync(folder) ? readdirSync(folder) : [];
const results = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as ObservedRows[]);
const { seen, unreached, mismatches } = compareRows(openProject(), results);

for (const mismatch of mismatches) console.log(mismatch);
for (const at of unreached) console.log(`not reached by a test: ${at}`);
console.log(`${seen.size} queries seen, ${unreached.length} not reached, ${mismatches.length} mismatches`);
if (seen.size === 0) console.log("No results recorded: run `npm test` first.");
process.exitCode = mismatches.length > 0 || seen.size === 0 ? 1 : 0;
