import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** NOTIFY channel on which every process receives changes of the catalogue */
export const channel = "catalogue_changed";
/** prefix of a barrier: a notification without a change, to learn that all earlier ones have arrived */
export const barrierPrefix = "barrier:";
/** PostgreSQL limits a payload to 8,000 bytes */
const maxTags = 500;

/**
 * Invalidates everything made from these tags in every process, when the transaction commits.
 * Tags: `product:101`, `category:rings`, `catalogue` (all of it), `currency`, `settings`. Changes of products, stock and taxonomies are
 * published by SQL triggers (sql/catalog/products.sql, sql/cache-invalidation): their writers do not call this.
 */
export const publishInvalidation = (tx: Tx, tags: readonly string[]): Promise<number> =>
  tags.length === 0
    ? Promise.resolve(0)
    : tx.run(sql`select pg_notify(${channel}, ${tags.slice(0, maxTags).join(" ")})`);
