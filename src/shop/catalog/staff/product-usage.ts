import type { ProductUsage } from "#contract/backoffice/products.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

interface UsageRow {
  exists: boolean;
  orders: number;
  carts: number;
  variations: ProductUsage["variations"];
}

/** How often a product is referred to; null if it does not exist. */
export async function readUsage(reader: Reader, id: number): Promise<ProductUsage | null> {
  const row = await reader.one<UsageRow>(sql`
    select exists (select from product where id = ${id}) "exists",
      (select count(distinct order_id)::integer from order_line where product_id = ${id}) orders,
      (select count(distinct cart_id)::integer from cart_line where product_id = ${id}) carts,
      coalesce((select jsonb_agg(jsonb_build_object('id', variation_id, 'orders', orders) order by variation_id) from (
        select variation_id, count(distinct order_id)::integer orders from order_line
        where product_id = ${id} and variation_id is not null group by variation_id) sold), '[]') variations`);
  return row?.exists ? { orders: row.orders, carts: row.carts, variations: row.variations } : null;
}
