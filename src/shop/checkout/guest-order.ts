import { createHash } from "node:crypto";
import { isGuest } from "#shop/kernel/auth/buyer.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { OrderDraft } from "./order-draft.ts";
import type { Placed } from "./write-order.ts";

const words = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[\s,.;]+/g, " ")
    .trim();

/** Identifies the address line and the ward that a draft is shipped to, without naming them; null for a pickup. */
export function placeKeyOf({ shipping, location }: Pick<OrderDraft, "shipping" | "location">): string | null {
  if (!location) return null;
  // the same ward in the other scheme is no other place
  const { ward_code } = location.address?.new ?? location;
  return createHash("sha256")
    .update(`${ward_code}\n${words(shipping.address_1)}`)
    .digest("base64url");
}

/** The insert of the row of a guest's order; null for a customer's. */
export function guestOrderSql(draft: OrderDraft, { buyer, network, now }: Placed): ((order: Sql) => Sql) | null {
  if (!isGuest(buyer)) return null;
  return (order) => sql`
    insert into guest_order (order_id, visitor, cart, placed_at, place_key, network)
    select id, ${buyer.visitor}, ${buyer.cart}, ${now}::timestamptz, ${placeKeyOf(draft)}, ${network}
    from (${order}) placed`;
}

/** A guest's unpaid order is resumed: from the current cart, to the current address. */
export async function renewGuestOrder(
  tx: Tx,
  orderId: number,
  draft: OrderDraft,
  { buyer, network }: Placed,
): Promise<void> {
  if (!isGuest(buyer)) return;
  await tx.run(sql`
    update guest_order set cart = ${buyer.cart}, place_key = ${placeKeyOf(draft)}, network = ${network}
    where order_id = ${orderId}`);
}
