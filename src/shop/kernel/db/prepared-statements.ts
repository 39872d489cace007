import sql, { raw, type Sql } from "sql-template-tag";

/** A statement as the driver takes it; a named one is parsed once for each connection. */
export interface DriverStatement {
  name?: string;
  text: string;
  values: unknown[];
}

/** Number of uses of each statement text; `name` once it is prepared. */
const statements = new Map<string, { uses: number; name?: string }>();
const prepareAfterUses = 3;
/** each connection holds this many plans in memory, some of them several hundred kilobytes */
const maxPrepared = 200;
/** texts composed from lists have many variants, which seldom repeat */
const maxTracked = 2_000;
let preparedCount = 0;

/**
 * Names a repeated statement so that it is parsed and planned once for each connection: for long statements, planning
 * takes the server longer than execution.
 */
export function prepare({ text, values }: Sql): DriverStatement {
  const tracked = statements.get(text);
  if (tracked?.name) return { name: tracked.name, text, values };
  if (tracked === undefined && statements.size >= maxTracked) {
    for (const [one, { name }] of statements) if (!name) statements.delete(one);
  }
  const uses = (tracked?.uses ?? 0) + 1;
  const name = uses >= prepareAfterUses && preparedCount < maxPrepared ? `s${++preparedCount}` : undefined;
  statements.set(text, name ? { uses, name } : { uses });
  return name ? { name, text, values } : { text, values };
}

/** rows on a page of: a category, default suggestions, search results, WooCommerce lists, short rows */
const commonLimits: readonly number[] = [12, 6, 24, 10, 3, 4];

/**
 * The LIMIT of a page. For a parameter PostgreSQL assumes a tenth of the table, estimates the generic plan as much more
 * expensive than a custom one, never switches to it, and plans each time. Common limits are therefore written into the
 * statement text.
 */
export const inlineLimit = (rows: number): Sql => (commonLimits.includes(rows) ? raw(String(rows)) : sql`${rows}`);

/**
 * Hides a value from the planner: with statistics for one language or an estimate for one page, a custom plan looks
 * cheaper than the generic one, and the statement is planned each time.
 */
export const opaqueParam = (value: number | string): Sql =>
  typeof value === "number" ? sql`(select ${value}::integer)` : sql`(select ${value}::text)`;
