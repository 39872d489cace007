import { type Db, sql } from "#shop/kernel/db/database.ts";
import { linesOf, type Plan } from "./plan.ts";

/** Beyond every id of the series; what is only tried is never seen with them. */
const idsForTrials = 2_000_000_000;

/**
 * Gives what is to be made its ids, so that lines may name each other: those of the file where nothing has them, else the
 * next of the series, which moves on behind the file's.
 * @param trial nothing is to be kept: the series stays as it is
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
    sql`select setval('catalogue_id', ${highest}::integer) from catalogue_id where last_value < ${highest}::integer`,
  );
  const ids = await db.write<{ id: number }>(sql`
    select nextval('catalogue_id')::integer id from generate_series(1, ${unnumbered.length}::integer)`);
  for (const [index, line] of unnumbered.entries()) line.newId = ids[index]?.id ?? null;
}
