import type { QueryFunction } from "./shop-database.ts";
import type { SaleItem } from "./sale-items.ts";

/** Few enough that customers compete for the same items; two variations of each product, mostly with shared stock. */
const productCount = 4;
const variationsPerProduct = 2;
const largeStock = 1_000_000;

/** Sets a large stock for a few products. @returns what can be bought */
export async function fillStock(query: QueryFunction): Promise<SaleItem[]> {
  const items = await query<SaleItem>(
    `select "productId", "variationId", "stockId", price from (
       select p.id "productId", coalesce(v.id, 0) "variationId", coalesce(v.stock_id, p.stock_id) "stockId",
              coalesce(v.price, p.price) price, row_number() over (partition by p.id order by v.id) nth
       from product p left join variation v on v.product_id = p.id and v.status = 'publish'
       where p.status = 'publish') each
     where nth <= $1 order by "productId", "variationId" limit $2`,
    [variationsPerProduct, productCount * variationsPerProduct],
  );
  await query("update stock set quantity = $1 where id = any($2)", [largeStock, items.map(({ stockId }) => stockId)]);
  return items;
}

/** The quantity of every stock row, by its id. */
export async function countStock(query: QueryFunction): Promise<Map<number, number>> {
  const rows = await query<{ id: number; quantity: number }>("select id, quantity from stock");
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}
