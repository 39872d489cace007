import { type Db, sql } from "#shop/kernel/db/database.ts";
import { linesOf, type Plan } from "./plan.ts";

/** Ids of a dry run start here, above every id of the sequence; they are never committed. */
const idsForTrials = 2_000_000_000;

/**
 * Assigns ids to new products and variations, so that lines may refer to each other: those in the file if free, else
 * the next of the sequence, which is advanced past the file's.
 * @param trial everything will be rolled back: the sequence is not advanced
 */
export async function assignIds(db: Db, plan: Plan, trial: boolean): Promise<void> {
  const made = plan.families.flatMap(linesOf).filter(({ id }) => id === null);
  const unnumbered = made.filter(({ scanned }) => scanned.id === null);
  if (trial) {
    for (const [index, line] of unnumbered.entries()) line.newId = idsForTrials + index;
    return;
  }
  const highest = made.reduce((highest, { scanned }) => Math.max(highest, scanned.id ?? 0), 0);
  await db.write(
    sql`select setval('product_or_variation_id', ${highest}::integer) from product_or_variation_id where last_value < ${highest}::integer`,
  );
  const ids = await db.write<{ id: number }>(sql`
    select nextval('product_or_variation_id')::integer id from generate_series(1, ${unnumbered.length}::integer)`);
  for (const [index, line] of unnumbered.entries()) line.newId = ids[index]?.id ?? null;
}
