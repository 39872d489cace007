import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** NOTIFY channel on which every process receives the tags of what has changed */
export const channel = "cache_invalidation";
/** prefix of a barrier: a notification without a change, to learn that all earlier ones have arrived */
export const barrierPrefix = "barrier:";

/**
 * Invalidates everything made from these tags in every process, when the transaction commits. Products, stock and taxonomies
 * need no call: their triggers in sql/ invalidate by themselves.
 * Tags: `product:101`, `category:rings`, `products` (any of them), `sales`, `catalogue` (everything), `currency`, `settings`, `addresses`.
 */
export async function publishInvalidation(tx: Tx, tags: readonly string[]): Promise<void> {
  await tx.run(sql`select publish_invalidation(${tags}::text[])`);
}
