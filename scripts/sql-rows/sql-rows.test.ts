import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { engines } from "../../fixtures/testing/engines.ts";
import { RowRecorder } from "../../fixtures/testing/row-recorder.ts";
import type { Db } from "../../src/shop/kernel/db/database.ts";
import { rowObserver } from "../../src/shop/kernel/db/row-observer.ts";
import { type Comparison, compareRows } from "./compare-rows.ts";
import { openProject } from "./find-queries.ts";
import { afterAnotherStatement, correct, wrong } from "./planted-queries.ts";

/** a query of the shop that the tests of this file do not run */
const other = "src/shop/orders/lock-order.ts";
const program = openProject([
  join(import.meta.dirname, "planted-queries.ts"),
  join(import.meta.dirname, "../..", other),
]);

async function compare(db: Db, queries: readonly ((db: Db) => Promise<unknown>)[]): Promise<Comparison> {
  const recorder = new RowRecorder();
  const { start } = rowObserver;
  rowObserver.start = recorder.observe;
  try {
    for (const query of queries) await query(db);
  } finally {
    rowObserver.start = start;
  }
  return compareRows(program, recorder.results);
}

const withoutPosition = (mismatch: string): string => mismatch.slice(mismatch.indexOf(" ") + 1);

for (const engine of engines)
  describe(`row types compared with results of ${engine.name}`, { timeout: 120_000 }, () => {
    test("match, or differ in a name, a type, a null or a missing column; other queries are listed", async () => {
      const db = await engine.open("empty");
      try {
        const matching = await compare(db, correct);
        expect(matching.mismatches).toEqual([]);
        expect(matching.seen.size).toBe(correct.length);
        expect(matching.unreached).toEqual([expect.stringMatching(`^${other}:\\d+:\\d+$`)]);
        const differing = await compare(db, [...wrong, afterAnotherStatement]);
        expect(differing.mismatches.map(withoutPosition).sort()).toEqual(
          [
            ...["column title is not in the row type", "no column titel", "no column name"],
            ...["total is a string, but its type is number", "at is a Date, but its type is string"],
            "amount is a floating-point number, but its type is Amount",
            "anything is a string, but its type is number",
            ...["price was null, but its type is number", "sum was null, but its type is number"],
            "late is a number, but its type is string",
          ].sort(),
        );
      } finally {
        await db.close();
      }
    });
  });
