import type { Language } from "#contract/language.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { findLiveReplacement, isClosed, orderLanguage } from "#shop/orders/index.ts";
import type { SettlementOrder } from "./settlement.ts";

export interface SettlementOrderRow extends SettlementOrder {
  customerId: number | null;
  /** hash of the token of the guest's cart that it was made from */
  guestCart: Buffer | null;
  lang: Language;
}

/** Reads the order, which is locked. */
export async function readOrderToSettle(tx: Tx, orderId: number): Promise<SettlementOrderRow | undefined> {
  const order = await tx.one<Omit<SettlementOrderRow, "replacement">>(sql`
    select status, payment_method "paymentMethod", total, transaction_id "transactionId", paid_at "paidAt",
      customer_id "customerId", (select g.cart from guest_order g where g.order_id = o.id) "guestCart",
      ${orderLanguage} lang
    from orders o where id = ${orderId}`);
  return order && { ...order, replacement: isClosed(order.status) ? await findLiveReplacement(tx, orderId) : null };
}
