import { sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Whoever writes more of the catalogue than a product's prices and pieces takes turns until the transaction ends. Codes are
 * unique over products and variations, which no index can say; and the counts of categories and terms, the shelves and the
 * places of the search are rows that many products share and that one write comes to in whatever order it needs them: two
 * at once would wait for each other in a circle. First of all locks. Orders do without.
 */
export const lockCatalog = (tx: Tx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('catalogue'))`);
