import type { QueryFunction } from "./shop-database.ts";
import type { SaleItem } from "./requested-faults.ts";

/** Few enough that customers compete for the same items; two variations of each product, mostly with shared stock. */
const howManyProducts = 4;
const variationsOfEach = 2;
const plenty = 1_000_000;

/** Sets a large stock for a few products. @returns what can be bought */
export async function fillStock(query: QueryFunction): Promise<SaleItem[]> {
  const items = await query<SaleItem>(
    `select "productId", "variationId", "stockId", price from (
       select p.id "productId", coalesce(v.id, 0) "variationId", coalesce(v.stock_id, p.stock_id) "stockId",
              coalesce(v.price, p.price) price, row_number() over (partition by p.id order by v.id) nth
       from product p left join variation v on v.product_id = p.id and v.status = 'publish'
       where p.status = 'publish') each
     where nth <= $1 order by "productId", "variationId" limit $2`,
    [variationsOfEach, howManyProducts * variationsOfEach],
  );
  await query("update stock set quantity = $1 where id = any($2)", [plenty, items.map(({ stockId }) => stockId)]);
  return items;
}

/** The quantity of every stock row, by its id. */
export async function countStock(query: QueryFunction): Promise<Map<number, number>> {
  const rows = await query<{ id: number; quantity: number }>("select id, quantity from stock");
  return new Map(rows.map(({ id, quantity }) => [id, quantity]));
}
