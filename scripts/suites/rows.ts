import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { run } from "./run.ts";
import { oneFailed, onePassed, type TestSummary } from "./test-summary.ts";

/** Results of queries: fixtures/testing/row-recorder.ts writes them. */
const recorded = "build/sql-rows";

/** Deletes the results of an earlier run: their positions are those of other sources. */
export const removeRecordedRows = (): Promise<void> => rm(recorded, { recursive: true, force: true });

/** Compares the results of queries that the tests of this run have recorded with the row types; skipped without results. */
export async function rows(): Promise<TestSummary> {
  if (!existsSync(recorded)) {
    console.log("Skipped: no test of this run has recorded rows to compare.");
    return { ...onePassed, passed: 0, skipped: 1 };
  }
  const { ok, output } = await run("node", ["scripts/sql-rows.ts"], { loud: true });
  return ok ? onePassed : oneFailed("rows", output);
}
