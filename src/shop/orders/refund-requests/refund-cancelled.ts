import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { CreateRefund } from "#contract/woo/refund.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findSettledPayment, splitRefund } from "#shop/payments/index.ts";
import { refundableOrderAmount } from "../refund-remaining.ts";
import { isAboveLimit, staffRefundLimit } from "../staff-refund-limit.ts";
import { draftRefund, writeRefund } from "../woo/create-refund.ts";
import { insertRefundRequest } from "./insert-refund-request.ts";

interface CancelledRefund {
  staffId: number;
  /** the role has a limit */
  isLimited: boolean;
  reason: string;
  lang: Language;
  now: Date;
}

/**
 * Refunds all that an order was paid, before a staff member cancels it: by each online payment its part, other payments by the shop itself.
 * Above the limit of the role an owner decides on it. Call it with the order locked.
 * @throws HttpError 400 if nothing can be refunded; 409 while the order has an open request
 */
export async function refundCancelled(
  tx: Tx,
  orderId: number,
  { staffId, isLimited, reason, lang, now }: CancelledRefund,
): Promise<void> {
  const amount = await refundableOrderAmount(tx, orderId);
  if (amount === 0) throw invalidParam("refund", t(lang, "refund_errors.nothing_paid"));
  const payment = await findSettledPayment(tx, orderId);
  const byGateway = payment !== undefined && !isCashMethod(payment.method);
  const split = byGateway ? await splitRefund(tx, orderId, amount) : null;
  const bodyOf = (part: Dong, api_refund = byGateway) =>
    CreateRefund.parse({ amount: String(part), reason, api_refund });
  const limit = isLimited ? await staffRefundLimit(tx) : null;
  if (await isAboveLimit(tx, orderId, { amount, limit })) {
    // one request is approved as one refund, of one payment
    const refund = bodyOf(amount, split?.length === 1);
    await insertRefundRequest(tx, orderId, { refund, amount, requester: { staffId, lang }, now });
    return;
  }
  for (const part of split ?? [{ amount, payment }]) {
    const draft = await draftRefund(tx, orderId, bodyOf(part.amount), part.payment && { paidBy: part.payment });
    await writeRefund(tx, draft, { actor: `staff:${staffId}`, now });
  }
}
