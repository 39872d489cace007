import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** NOTIFY channel on which every process receives changes of the catalogue */
export const channel = "catalogue_changed";
/** prefix of a barrier: a notification without a change, to learn that all earlier ones have arrived */
export const barrierPrefix = "barrier:";
/** PostgreSQL limits a payload to 8,000 bytes: a longer list of tags is sent as the tag of the whole catalogue. */
const maxPayloadBytes = 7_000;

/**
 * Invalidates everything made from these tags in every process, when the transaction commits. The triggers in sql/ do the
 * same with `notify_catalog_changed`, which a database has only after its migrations: writers of products (sql/catalog/products.sql),
 * stock and taxonomies do not call this.
 * Tags: `product:101`, `category:rings`, `products` (any of them), `sales`, `catalogue` (everything), `currency`, `settings`.
 */
export async function publishInvalidation(tx: Tx, tags: readonly string[]): Promise<void> {
  const payload = tags.join(" ");
  if (payload === "") return;
  await tx.run(
    sql`select pg_notify(${channel}, ${Buffer.byteLength(payload) > maxPayloadBytes ? "catalogue" : payload})`,
  );
}
