import { purchasablesOf } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql } from "#shop/kernel/db/database.ts";
import type { Order } from "#shop/orders/index.ts";
import type { ShippedItem } from "#shop/shipping/index.ts";

/**
 * An order's lines for a shipping quote, in their order: weights from today's catalog, null for deleted products, and the
 * prices paid.
 */
export async function shippingItemsOf({ db }: AppContext, order: Pick<Order, "id" | "lines">): Promise<ShippedItem[]> {
  const products = await purchasablesOf<{ place: number }>(
    db,
    sql`select product_id, variation_id, id place from order_line where order_id = ${order.id}`,
  );
  const productOf = new Map(products.map(({ input, ...product }) => [input.place, product]));
  return order.lines.map(({ id, quantity, unitPrice: price }) => {
    const { weightG = null, virtual = false } = productOf.get(id) ?? {};
    return { virtual, weightG, price, quantity };
  });
}
