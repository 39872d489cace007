import type { Language } from "#contract/language.ts";
import { onlineMethods } from "#contract/payment-methods/index.ts";
import { assertUnpaidLimits, readUnpaidLimits } from "#shop/checkout/index.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import type { Order } from "#shop/orders/index.ts";

interface OnlineChange {
  /** the order before the change */
  before: Pick<Order, "total">;
  /** see `lockUnpaidBuyer` */
  buyer: Buyer | null;
  lang: Language;
  limited: boolean;
  now: Date;
}

/**
 * An unpaid online order must not cost more after a change than the limits of unpaid orders allow. A change adds no order, so that only
 * their sum is checked.
 * @param order as it was written
 * @throws HttpError 400 `unpaid_over_limit`
 */
export async function assertWithinOnlineLimits(
  tx: Tx,
  { id: orderId, paymentMethod, paidAt, total, billing: { phone } }: Order,
  { before, limited, ...context }: OnlineChange,
): Promise<void> {
  const isOnline = onlineMethods.some((method) => method === paymentMethod);
  if (paidAt !== null || !isOnline || total <= before.total) return;
  const { maxTotal } = await readUnpaidLimits(tx, { limited });
  await assertUnpaidLimits(tx, { maxOrders: null, maxTotal }, { ...context, orderId, total, phone });
}
