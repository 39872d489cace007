import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";

/** Checks the order of a notes or refunds route. @throws HttpError 404 for an unknown one */
export async function requireOrder(reader: Reader, id: number): Promise<void> {
  if (await reader.one(sql`select from orders where id = ${id}`)) return;
  throw new HttpError(404, "woocommerce_rest_shop_order_invalid_id", "Invalid order ID.");
}
