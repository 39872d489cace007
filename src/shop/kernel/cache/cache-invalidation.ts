import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** where changes of the catalogue are announced to every process */
export const channel = "catalogue_changed";
/** begins an announcement that says of no change, but only that it has arrived */
export const barrierOf = (id: string): string => `heard:${id}`;
/**
 * Announces, when the transaction commits, that everything made from these tags is stale, to every process.
 * Tags: `product:101`, `category:rings`, `catalogue` (all of it), `currency`.
 */
export const publishInvalidation = (tx: Tx, tags: readonly string[]): Promise<number> =>
  tags.length === 0 ? Promise.resolve(0) : tx.run(sql`select pg_notify(${channel}, ${tags.slice(0, 500).join(" ")})`);
