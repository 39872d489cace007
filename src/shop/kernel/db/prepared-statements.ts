import sql, { raw, type Sql } from "sql-template-tag";

/** A statement as the driver takes it; one with a name is parsed once a connection. */
export interface Prepared {
  name?: string;
  text: string;
  values: unknown[];
}

/** How often each statement's text was asked; `name` once it is prepared. */
const statements = new Map<string, { asked: number; name?: string }>();
const preparedFrom = 3;
/** each connection keeps the plans of so many: some hundred kilobytes for the longest */
const mostPrepared = 200;
/** texts put together from lists are many, and seldom come twice */
const mostKnown = 2_000;
let prepared = 0;

/**
 * Has what is asked again and again parsed and planned once a connection: for the longer statements that takes the server
 * longer than to run them.
 */
export function prepare({ text, values }: Sql): Prepared {
  const known = statements.get(text);
  if (known?.name) return { name: known.name, text, values };
  if (known === undefined && statements.size >= mostKnown) {
    for (const [one, { name }] of statements) if (!name) statements.delete(one);
  }
  const asked = (known?.asked ?? 0) + 1;
  const name = asked >= preparedFrom && prepared < mostPrepared ? `s${++prepared}` : undefined;
  statements.set(text, name ? { asked, name } : { asked });
  return name ? { name, text, values } : { text, values };
}

/** rows of a page of a list, of suggestions that nobody has asked to be more, of results, of WooCommerce's pages, of short rows */
const usualRows: readonly number[] = [12, 6, 24, 10, 3, 4];

/**
 * The limit of a page. PostgreSQL takes one that it does not know for a tenth of the table, finds the plan for any values so
 * much dearer than one for these that it never settles for it, and plans each time: a usual one stands in the statement.
 */
export const inlineLimit = (rows: number): Sql => (usualRows.includes(rows) ? raw(String(rows)) : sql`${rows}`);

/**
 * A value that PostgreSQL does not look at when it plans: what it knows of one language or guesses of one page makes a plan for
 * just these look cheaper than one for any, and the statement is planned each time.
 */
export const opaqueParam = (value: number | string): Sql =>
  typeof value === "number" ? sql`(select ${value}::integer)` : sql`(select ${value}::text)`;
