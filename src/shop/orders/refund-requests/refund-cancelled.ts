import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { isCashMethod } from "#contract/payment-methods/index.ts";
import { CreateRefund } from "#contract/woo/refund.ts";
import type { Reader, Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findSettledPayment, partsOfRefund, type RefundablePart } from "#shop/payments/index.ts";
import { refundableOrderAmount } from "../refund-remaining.ts";
import { isAboveLimit, staffRefundLimit } from "../staff-refund-limit.ts";
import { draftRefund, writeRefund } from "../woo/create-refund.ts";
import { insertRefundRequest } from "../insert-refund-request.ts";

interface CancelledRefund {
  staffId: number;
  /** the role has a limit */
  isLimited: boolean;
  reason: string;
  lang: Language;
  now: Date;
}

/** What the payments of an order that is cancelled give back through their gateways, and what the shop returns itself. */
export async function partsOfCancelled(
  reader: Reader,
  orderId: number,
  amount: Dong,
): Promise<{ parts: RefundablePart[]; byHand: Dong; cash: RefundablePart["payment"] | null }> {
  const payment = (await findSettledPayment(reader, orderId)) ?? null;
  if (!payment || isCashMethod(payment.method)) return { parts: [], byHand: amount, cash: payment };
  return { ...(await partsOfRefund(reader, orderId, amount)), cash: null };
}

/**
 * Refunds all that an order was paid, before a staff member cancels it: by each online payment its part, the rest and other payments by the
 * shop itself. Above the limit of the role an owner decides on it. Call it with the order locked.
 * @throws HttpError 400 if nothing can be refunded; 409 while the order has an open request
 */
export async function refundCancelled(
  tx: Tx,
  orderId: number,
  { staffId, isLimited, reason, lang, now }: CancelledRefund,
): Promise<void> {
  const amount = await refundableOrderAmount(tx, orderId);
  if (amount === 0) throw invalidParam("refund", t(lang, "refund_errors.nothing_paid"));
  const { parts, byHand, cash } = await partsOfCancelled(tx, orderId, amount);
  const bodyOf = (part: Dong, api_refund: boolean) => CreateRefund.parse({ amount: String(part), reason, api_refund });
  const limit = isLimited ? await staffRefundLimit(tx) : null;
  if (await isAboveLimit(tx, orderId, { amount, limit })) {
    // one request is approved as one refund, of one payment
    const refund = bodyOf(amount, parts.length === 1 && byHand === 0);
    await insertRefundRequest(tx, orderId, { refund, amount, requester: { staffId, lang }, now });
    return;
  }
  const context = { actor: `staff:${staffId}`, now } as const;
  for (const part of parts)
    await writeRefund(tx, await draftRefund(tx, orderId, bodyOf(part.amount, true), { paidBy: part.payment }), context);
  // not by the online payment: what is left of it stays refundable if the gateway rejects its part
  if (byHand > 0)
    await writeRefund(tx, await draftRefund(tx, orderId, bodyOf(byHand, false), { paidBy: cash }), context);
}
