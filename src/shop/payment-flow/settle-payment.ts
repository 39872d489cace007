import type { Language } from "#contract/language.ts";
import { removeOrderedLines } from "#shop/cart/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { payments } from "#shop/kernel/observability/metrics.ts";
import {
  lockOrder,
  orderLanguage,
  type StoredStatus,
  sendOrderPaidEmail,
  sendOverpaymentEmail,
  sendPaidAfterCancelEmail,
  sendPaymentFailedEmail,
  transitionOrder,
} from "#shop/orders/index.ts";
import {
  endAttempt,
  findAttempt,
  hasBeenPaid,
  isPaidOtherwise,
  lockAttempt,
  markUnderReview,
  type PaymentStatusResult,
  refundOverpayment,
  type StoredAttempt,
  schedulePoll,
} from "#shop/payments/index.ts";
import { addNoteAndEmailMerchant, addNoteOnce, type NotedPayment } from "./merchant-notes.ts";
import { finalPollDelay, nextReviewPollAt, nextStepWhenUnpaid } from "./payment-deadlines.ts";
import { type Effect, effectOf, type OrderFacts } from "./settlement.ts";

/**
 * - `already`: all of it had been done before
 * - `wrong amount`: the notice speaks of other money than was asked for; nothing was done
 * - `unknown`: there is no such attempt
 */
export type Settled = "settled" | "already" | "wrong amount" | "unknown";

interface Settling {
  paymentId: number;
  verdict: PaymentStatusResult;
  /** a notice of another amount is refused; what we asked for ourselves is looked into instead */
  channel: "notice" | "ask";
  now: Date;
}

interface Found extends OrderFacts {
  customerId: number | null;
  lang: Language;
}

/** One attempt, its order, and what the gateway said, on their way through {@link settlePayment}. */
interface Work {
  order: Found;
  attempt: StoredAttempt;
  verdict: PaymentStatusResult;
  now: Date;
  noted: NotedPayment;
  /** the gateway has other money than was asked for */
  otherAmount: boolean;
}

const readOrder = (tx: Tx, orderId: number): Promise<Found | undefined> =>
  tx.one<Found>(sql`
    select status, payment_method "paymentMethod", total, transaction_id "transactionId", paid_at "paidAt",
      customer_id "customerId", ${orderLanguage} lang
    from orders o where id = ${orderId}`);

const isAmountOf = ({ amount, amountUsdCents }: StoredAttempt, { money }: PaymentStatusResult): boolean =>
  money === null || money.amount === (money.currency === "VND" ? amount : amountUsdCents);

const end = (
  tx: Tx,
  { attempt, verdict, now }: Work,
  status: StoredAttempt["status"],
  nextPollAt: Date | null = null,
) => {
  const { transaction, code, response: answer } = verdict;
  return endAttempt(tx, attempt.id, { status, now, nextPollAt, transaction, code, response: answer });
};

/** The order is paid by this attempt, whichever way it was to be paid last. */
async function recordPayment(tx: Tx, { order, attempt, verdict, now }: Work): Promise<void> {
  const { method, orderId } = attempt;
  const title = t(order.lang, `payment_method.${method}`);
  await tx.run(sql`
    update orders set transaction_id = coalesce(nullif(${verdict.transaction}::text, ''), transaction_id),
      payment_method_title = case when payment_method = ${method} then payment_method_title else ${title} end,
      payment_method = ${method}, paid_at = coalesce(paid_at, ${now}), modified_at = ${now}
    where id = ${orderId}`);
}

async function moveTo(tx: Tx, { attempt, verdict, now }: Work, to: StoredStatus): Promise<void> {
  const reason = [attempt.method, attempt.reference, verdict.transaction || verdict.code].filter(Boolean).join(" ");
  const moved = await transitionOrder(tx, attempt.orderId, to, { actor: "gateway", reason, now });
  if (!moved.ok) throw new Error(`order ${attempt.orderId} could not be moved to ${to}: ${moved.because}`);
}

async function clearCart(tx: Tx, { order, attempt }: Work): Promise<void> {
  if (order.customerId === null) return;
  const lines = await tx.all<{ productId: number; variationId: number | null; quantity: number }>(sql`
    select product_id "productId", variation_id "variationId", quantity from order_line where order_id = ${attempt.orderId}`);
  await removeOrderedLines(tx, order.customerId, lines);
}

async function markPaid(tx: Tx, work: Work): Promise<void> {
  await end(tx, work, "succeeded");
  await recordPayment(tx, work);
  await moveTo(tx, work, "processing");
  await clearCart(tx, work);
  await sendOrderPaidEmail(tx, work.attempt.orderId, { paymentId: work.attempt.id, now: work.now });
}

async function markPaidAfterCancel(tx: Tx, work: Work): Promise<void> {
  await end(tx, work, "succeeded");
  await recordPayment(tx, work);
  // the cart before the pieces, as an order that is placed takes them
  await clearCart(tx, work);
  await moveTo(tx, work, "on-hold");
  await tellLate(tx, work);
}

/** The merchant decides, and the customer knows that the money is there. */
async function tellLate(tx: Tx, { attempt, noted, now }: Work): Promise<void> {
  await addNoteAndEmailMerchant(tx, noted, { note: "late_payment", kind: "late_payment", now });
  await sendPaidAfterCancelEmail(tx, attempt.orderId, { paymentId: attempt.id, now });
}

async function recordPaymentOnly(tx: Tx, work: Work): Promise<void> {
  const { attempt, now, noted, order, verdict } = work;
  await end(tx, work, "succeeded");
  await recordPayment(tx, work);
  await clearCart(tx, work);
  if (order.status === "on-hold") return tellLate(tx, work);
  // only a person knows whether the merchant meant this money or has had it in another way already
  const isSame = verdict.transaction !== "" && order.transactionId === verdict.transaction;
  if (isSame) await addNoteOnce(tx, noted, "paid_by_hand", now);
  else await addNoteAndEmailMerchant(tx, noted, { note: "paid_by_hand", kind: "paid_by_hand", now });
  await sendOrderPaidEmail(tx, attempt.orderId, { paymentId: attempt.id, now });
}

async function refundSecondPayment(tx: Tx, work: Work): Promise<void> {
  const { attempt, now, noted } = work;
  await end(tx, work, "to_refund");
  await refundOverpayment(tx, { orderId: attempt.orderId, paymentId: attempt.id, amount: attempt.amount, now });
  await addNoteAndEmailMerchant(tx, noted, { note: "second_payment", kind: "second_payment", now });
  await sendOverpaymentEmail(tx, attempt.orderId, { paymentId: attempt.id });
}

const hold = (moves: boolean) => async (tx: Tx, work: Work) => {
  const { attempt, verdict, now, noted, otherAmount } = work;
  const { transaction, code } = verdict;
  const nextPollAt = nextReviewPollAt(attempt.reviewStartedAt ?? now, now);
  await markUnderReview(tx, attempt.id, { now, nextPollAt, transaction, code });
  if (moves) await moveTo(tx, work, "on-hold");
  await addNoteAndEmailMerchant(tx, noted, {
    note: otherAmount ? "other_amount" : "held_payment",
    kind: "held_payment",
    now,
  });
};

async function close(tx: Tx, work: Work): Promise<void> {
  const { attempt, verdict, order, now } = work;
  await end(tx, work, verdict.outcome === "cancelled" ? "cancelled" : "failed", finalPollDelay(attempt, now));
  // an order that is to be paid in another way by now has lost nothing
  const wanted = order.status === "pending" && order.paymentMethod === attempt.method;
  if (verdict.outcome === "failed" && wanted)
    await sendPaymentFailedEmail(tx, attempt.orderId, { paymentId: attempt.id });
}

async function cancelReviewedOrder(tx: Tx, work: Work): Promise<void> {
  await end(tx, work, work.verdict.outcome === "cancelled" ? "cancelled" : "failed");
  await addNoteOnce(tx, work.noted, "held_over", work.now);
  await moveTo(tx, work, "cancelled");
}

async function flagLostPayment(tx: Tx, work: Work): Promise<void> {
  await end(tx, work, work.verdict.outcome === "cancelled" ? "cancelled" : "failed");
  await addNoteAndEmailMerchant(tx, work.noted, { note: "held_lost", kind: "held_lost", now: work.now });
}

async function wait(tx: Tx, { attempt, verdict, now }: Work): Promise<void> {
  if (attempt.reviewStartedAt)
    return void (await schedulePoll(tx, attempt.id, nextReviewPollAt(attempt.reviewStartedAt, now)));
  const { expired, nextPollAt } = nextStepWhenUnpaid(attempt, { known: verdict.outcome === "pending", now });
  if (!expired) return void (await schedulePoll(tx, attempt.id, nextPollAt));
  await endAttempt(tx, attempt.id, { status: "expired", now, code: "expired", nextPollAt });
}

/** Nothing is left to do; whether anything is left to ask, its link says. */
async function leave(tx: Tx, { attempt, now }: Work): Promise<void> {
  await schedulePoll(tx, attempt.id, hasBeenPaid(attempt) ? null : finalPollDelay(attempt, now));
}

const effectHandlers: Record<Effect, (tx: Tx, work: Work) => Promise<void>> = {
  mark_paid: markPaid,
  mark_paid_after_cancel: markPaidAfterCancel,
  record_payment_only: recordPaymentOnly,
  refund_overpayment: refundSecondPayment,
  hold: hold(true),
  flag_review_only: hold(false),
  close,
  cancel_reviewed_order: cancelReviewedOrder,
  flag_lost_payment: flagLostPayment,
  wait,
  already: leave,
};

/** Other money than was asked for is money to be looked into, by a person. */
const downgradeMismatchedAmount = (verdict: PaymentStatusResult, otherAmount: boolean): PaymentStatusResult =>
  otherAmount && verdict.outcome === "paid" ? { ...verdict, outcome: "held" } : verdict;

/**
 * Lets one gateway's word about an attempt take effect, whichever channel brought it and however often: the order's row and
 * then the attempt's are locked, and the table in settlement.ts decides.
 */
async function settlePayment(tx: Tx, { paymentId, verdict, channel, now }: Settling): Promise<Settled> {
  const known = await findAttempt(tx, paymentId);
  if (!known || !(await lockOrder(tx, known.orderId))) return "unknown";
  const { orderId } = known;
  const attempt = await lockAttempt(tx, paymentId);
  const order = attempt && (await readOrder(tx, orderId));
  if (!attempt || !order) return "unknown";
  const otherAmount = !isAmountOf(attempt, verdict);
  if (otherAmount && channel === "notice") return "wrong amount";
  const { method, reference, amount } = attempt;
  const noted = { orderId, method, reference, amount, transaction: verdict.transaction, code: verdict.code };
  const work: Work = {
    order,
    attempt,
    verdict: downgradeMismatchedAmount(verdict, otherAmount),
    now,
    noted,
    otherAmount,
  };
  const paidOtherwise = await isPaidOtherwise(tx, attempt);
  const effect = effectOf({ order, attempt, verdict: work.verdict, paidOtherwise });
  await effectHandlers[effect](tx, work);
  const again = effect === "already" || (effect === "flag_review_only" && attempt.reviewStartedAt !== null);
  return again ? "already" : "settled";
}

/** what is final, or stops the order until a person has looked */
const final = new Set<PaymentStatusResult["outcome"]>(["paid", "held", "failed", "cancelled"]);

/** Lets a gateway's word take effect, in a transaction of its own, and counts what came of it. */
export async function applyPaymentStatus(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { id: paymentId, method }: Pick<StoredAttempt, "id" | "method">,
  { verdict, channel }: Pick<Settling, "verdict" | "channel">,
): Promise<Settled> {
  const settled = await db.transaction((tx) => settlePayment(tx, { paymentId, verdict, channel, now: clock.now() }));
  if (settled === "settled" && final.has(verdict.outcome)) payments.inc({ method, outcome: verdict.outcome });
  return settled;
}
