import { onlineMethods } from "#contract/payment-methods/index.ts";
import { type Buyer, buyerName, guestOrderMs } from "#shop/kernel/auth/buyer.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockGuests } from "./lock-phone.ts";

/**
 * The buyer of an unpaid online order, whose submits and other changes of such orders wait until the transaction ends, so that they count
 * each other. Call it before the order is locked: a submit locks in this order too.
 * @returns null for any other order, and for one whose buyer has no account and ordered in no known browser
 */
export async function lockUnpaidBuyer(tx: Tx, orderId: number, now: Date): Promise<Buyer | null> {
  const row = await tx.one<{ customerId: number | null; visitor: Buffer | null }>(sql`
    select o.customer_id "customerId", g.visitor from orders o left join guest_order g on g.order_id = o.id
    where o.id = ${orderId} and o.paid_at is null and o.payment_method = any(${onlineMethods}::text[])`);
  if (!row) return null;
  const { customerId, visitor } = row;
  if (customerId !== null) {
    await tx.one(sql`select from customer where id = ${customerId} for no key update`);
    return { customerId };
  }
  if (!visitor) return null;
  const readsSince = new Date(now.getTime() - guestOrderMs);
  const guest = { customerId, visitor, cart: null, confirms: false, readsSince };
  await lockGuests(tx, "visitor", buyerName(guest));
  return guest;
}
