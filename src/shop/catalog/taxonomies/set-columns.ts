import { join, raw, type Sql, sql } from "#shop/kernel/db/database.ts";

/**
 * `a = 1, b = 2` of the columns that have a value; null where none has. Columns that stay are not named: triggers on them
 * would take a write of the same value for a change.
 * @param columns values by the column's name; undefined leaves it
 */
export function setColumns(columns: Record<string, Sql | undefined>): Sql | null {
  const sets = Object.entries(columns).flatMap(([name, value]) => (value ? [sql`${raw(name)} = ${value}`] : []));
  return sets.length === 0 ? null : join(sets, ", ");
}
