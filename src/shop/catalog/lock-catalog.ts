import { sql, type Tx } from "#shop/kernel/db/database.ts";

/**
 * Advisory lock for writes that change more of the catalogue than a product's prices and stock; held until the
 * transaction ends. SKUs are unique over products and variations, which no index can enforce; and the counts of
 * categories and terms, the filter lists and the search bitmaps are rows shared by many products, which writes touch in
 * varying order, so concurrent ones would deadlock. Take it before all other locks. Orders do not need it.
 */
export const lockCatalog = (tx: Tx): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtext('catalogue'))`);
