import { join, raw, type Sql, sql } from "#shop/kernel/db/database.ts";

/**
 * `a = 1, b = 2` for the columns that have a value; null if none has. Unchanged columns are omitted: triggers would
 * take a write of the same value for a change.
 * @param columns values by the column's name; undefined leaves it
 */
export function setColumns(columns: Record<string, Sql | undefined>): Sql | null {
  const sets = Object.entries(columns).flatMap(([name, value]) => (value ? [sql`${raw(name)} = ${value}`] : []));
  return sets.length === 0 ? null : join(sets, ", ");
}
