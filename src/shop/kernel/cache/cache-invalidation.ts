import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** NOTIFY channel on which every process receives changes of the catalogue */
export const channel = "catalogue_changed";
/** prefix of a barrier: a notification without a change, to learn that all earlier ones have arrived */
export const barrierPrefix = "barrier:";
/**
 * Invalidates everything made from these tags in every process, when the transaction commits.
 * Tags: `product:101`, `category:rings`, `catalogue` (all of it), `currency`, `settings`. Changes of products, stock and taxonomies are
 * published by SQL triggers (sql/catalog/products.sql, sql/cache-invalidation): their writers do not call this.
 */
export const publishInvalidation = (tx: Tx, tags: readonly string[]): Promise<number> =>
  tx.run(sql`select notify_catalog_changed(${[...tags]}::text[])`);
