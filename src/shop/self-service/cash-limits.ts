import type { Language } from "#contract/language.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { assertCodLimits, readCodLimits } from "#shop/checkout/index.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import type { Order } from "#shop/orders/index.ts";

/** A customer's change of a cash order must not pass the limits that placing it has. @throws HttpError 400 */
export async function assertWithinCashLimits(
  tx: Tx,
  { id: orderId, customerId, paymentMethod, paidAt, total }: Order,
  { phone, lang, limited }: { phone: string; lang: Language; limited: boolean },
): Promise<void> {
  if (customerId === null || paidAt !== null || !isCashMethod(paymentMethod)) return;
  await assertCodLimits(tx, await readCodLimits(tx, { limited }), { total, phone, customerId, lang, orderId });
}
