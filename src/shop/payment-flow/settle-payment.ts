import { type Dong, dong } from "#contract/money.ts";
import { removeOrderedLines } from "#shop/cart/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { payments } from "#shop/kernel/observability/metrics.ts";
import { t } from "#shop/kernel/request/messages.ts";
import {
  lockOrder,
  markChangePaid,
  notifyListeners,
  type OrderActor,
  paidChangeState,
  type StoredStatus,
  sendOrderPaidEmail,
  sendPaidAfterCancelEmail,
  sendPaymentFailedEmail,
  transitionOrder,
} from "#shop/orders/index.ts";
import {
  attemptsOf,
  endAttempt,
  findAttempt,
  hasBeenPaid,
  isPaidOtherwise,
  lockAttempt,
  markUnderReview,
  type PaymentStatusResult,
  reopenCodPayment,
  type StoredAttempt,
  schedulePoll,
  setDepositState,
} from "#shop/payments/index.ts";
import { emailDeposit, writeDepositMeta } from "./bank/announce-deposit.ts";
import { addNoteAndEmailMerchant, addNoteOnce, type NotedPayment } from "./merchant-notes.ts";
import { finalPollAt, nextReviewPollAt, nextStepWhenUnpaid } from "./payment-deadlines.ts";
import { readOrderToSettle, type SettlementOrderRow } from "./read-order-to-settle.ts";
import { returnPayment } from "./return-payment.ts";
import { depositUse, type Effect, effectOf } from "./settlement.ts";

/**
 * - `already`: this status was applied before
 * - `wrong amount`: the webhook reports another amount than was requested; nothing was done
 * - `unknown`: there is no such attempt
 */
export type SettlementResult = "settled" | "already" | "wrong amount" | "unknown";

interface SettlementInput {
  paymentId: number;
  result: PaymentStatusResult;
  /** a webhook with another amount is rejected; with a queried status it is put under review instead */
  channel: "webhook" | "query";
  /** see {@link SettlementCase}; 0 if it is not given */
  tolerance?: Dong;
  /** the staff member that assigned the money to the order */
  by?: OrderActor | null;
  now: Date;
}

/** The input of the effect handlers: an attempt, its order and the gateway's status. */
interface Settlement {
  order: SettlementOrderRow;
  attempt: StoredAttempt;
  result: PaymentStatusResult;
  by: OrderActor | null;
  now: Date;
  notedPayment: NotedPayment;
  /** the gateway reports another amount than was requested */
  otherAmount: boolean;
}

const hasExpectedAmount = ({ amount, amountUsdCents }: StoredAttempt, { money }: PaymentStatusResult): boolean =>
  money === null || money.amount === (money.currency === "VND" ? amount : amountUsdCents);

const endCurrentAttempt = (
  tx: Tx,
  { attempt, result, by, now }: Settlement,
  status: StoredAttempt["status"],
  nextPollAt: Date | null = null,
) => {
  const { transaction, code, response } = result;
  return endAttempt(tx, attempt.id, { status, now, nextPollAt, by, transaction, code, response });
};

/** Ends an attempt that its gateway reports as unpaid. */
const endUnpaidAttempt = (tx: Tx, settlement: Settlement, nextPollAt: Date | null = null) =>
  endCurrentAttempt(tx, settlement, settlement.result.outcome === "cancelled" ? "cancelled" : "failed", nextPollAt);

/** Marks the order as paid by this attempt, also if another payment method was chosen last. */
async function recordPayment(tx: Tx, { order, attempt, result, now }: Settlement): Promise<void> {
  const { method, orderId } = attempt;
  const title = t(order.lang, `payment_method.${method}`);
  await tx.run(sql`
    update orders set transaction_id = coalesce(nullif(${result.transaction}::text, ''), transaction_id),
      payment_method_title = case when payment_method = ${method} then payment_method_title else ${title} end,
      payment_method = ${method}, paid_at = coalesce(paid_at, ${now}), modified_at = ${now}
    where id = ${orderId}`);
}

async function transitionTo(tx: Tx, { attempt, result, by, now }: Settlement, to: StoredStatus): Promise<void> {
  const reason = [attempt.method, attempt.reference, result.transaction || result.code].filter(Boolean).join(" ");
  const transition = await transitionOrder(tx, attempt.orderId, to, { actor: "gateway", by, reason, now });
  if (!transition.ok) throw new Error(`order ${attempt.orderId} could not be moved to ${to}: ${transition.reason}`);
}

/** Removes the order's lines from the cart, except those that were added after the customer's last submit of the order. */
async function clearCart(tx: Tx, { order, attempt }: Settlement): Promise<void> {
  const [last = attempt] = await attemptsOf(tx, attempt.orderId);
  const lines = await tx.all<{ productId: number; variationId: number | null; quantity: number }>(sql`
    select product_id "productId", variation_id "variationId", quantity from order_line where order_id = ${attempt.orderId}`);
  const { customerId, guestCart } = order;
  const holder = customerId === null ? { customerId, cart: guestCart } : { customerId };
  await removeOrderedLines(tx, holder, lines, last.createdAt);
}

async function markPaid(tx: Tx, settlement: Settlement): Promise<void> {
  await endCurrentAttempt(tx, settlement, "succeeded");
  await recordPayment(tx, settlement);
  await transitionTo(tx, settlement, "processing");
  // a payment under review has removed the lines already; those in the cart were added since
  if (settlement.order.status === "pending") await clearCart(tx, settlement);
  await sendOrderPaidEmail(tx, settlement.attempt.orderId, { paymentId: settlement.attempt.id, now: settlement.now });
}

async function markPaidAfterCancel(tx: Tx, settlement: Settlement): Promise<void> {
  await endCurrentAttempt(tx, settlement, "succeeded");
  await recordPayment(tx, settlement);
  // the cart before the stock: the lock order of placeOrder
  await clearCart(tx, settlement);
  await transitionTo(tx, settlement, "on-hold");
  await notifyLatePayment(tx, settlement);
}

/** Notifies the merchant, to decide, and the customer, that the money has arrived. */
async function notifyLatePayment(tx: Tx, { attempt, notedPayment, now }: Settlement): Promise<void> {
  await addNoteAndEmailMerchant(tx, notedPayment, { note: "late_payment", kind: "late_payment", now });
  await sendPaidAfterCancelEmail(tx, attempt.orderId, { paymentId: attempt.id, now });
}

/** The job of the change applies it, or returns the money if the order does not allow it any more. */
async function payChange(tx: Tx, settlement: Settlement): Promise<void> {
  await endCurrentAttempt(tx, settlement, "succeeded");
  if (settlement.attempt.orderChangeId !== null) await markChangePaid(tx, settlement.attempt.orderChangeId);
}

/** The courier collects the rest. The deposit confirms an order that waits for its confirmation. */
async function payDeposit(tx: Tx, settlement: Settlement): Promise<void> {
  const { attempt, order, notedPayment, now } = settlement;
  const { id, orderId, amount } = attempt;
  await endCurrentAttempt(tx, settlement, "succeeded");
  await setDepositState(tx, orderId, "paid");
  await writeDepositMeta(tx, orderId, { amount, state: "paid", now });
  await reopenCodPayment(tx, { orderId, amount: order.total, now });
  await addNoteOnce(tx, notedPayment, "deposit_paid", now);
  if (order.status === "pending") await transitionTo(tx, settlement, "processing");
  await notifyListeners((listener) => listener.onAmountDueChanged(tx, orderId, now));
  await emailDeposit(tx, orderId, { template: "deposit_paid", amount, key: String(id) });
}

async function recordPaymentOnly(tx: Tx, settlement: Settlement): Promise<void> {
  const { attempt, now, notedPayment, order, result } = settlement;
  await endCurrentAttempt(tx, settlement, "succeeded");
  await recordPayment(tx, settlement);
  await clearCart(tx, settlement);
  if (order.status === "on-hold") return notifyLatePayment(tx, settlement);
  // the merchant has to decide whether the recorded payment is this one or another
  const isSame = result.transaction !== "" && order.transactionId === result.transaction;
  if (isSame) await addNoteOnce(tx, notedPayment, "paid_manually", now);
  else await addNoteAndEmailMerchant(tx, notedPayment, { note: "paid_manually", kind: "paid_by_hand", now });
  await sendOrderPaidEmail(tx, attempt.orderId, { paymentId: attempt.id, now });
}

async function refundSecondPayment(tx: Tx, settlement: Settlement): Promise<void> {
  const { attempt, now, order } = settlement;
  const note = order.replacement === null ? "second_payment" : "replaced_payment";
  const notedPayment = { ...settlement.notedPayment, otherOrder: order.replacement ?? 0 };
  await endCurrentAttempt(tx, settlement, "to_refund");
  await returnPayment(tx, attempt, { notedPayment, note, now });
}

const putUnderReview = (stopsOrder: boolean) => async (tx: Tx, settlement: Settlement) => {
  const { attempt, result, now, notedPayment, otherAmount } = settlement;
  const { transaction, code } = result;
  const nextPollAt = nextReviewPollAt(attempt.reviewStartedAt ?? now, now);
  await markUnderReview(tx, attempt.id, { now, nextPollAt, transaction, code });
  if (stopsOrder) {
    // the money was taken: the same lines must not be ordered again
    await clearCart(tx, settlement);
    await transitionTo(tx, settlement, "on-hold");
  }
  await addNoteAndEmailMerchant(tx, notedPayment, {
    note: otherAmount ? "other_amount" : "held_payment",
    kind: "held_payment",
    now,
  });
};

async function closeAttempt(tx: Tx, settlement: Settlement): Promise<void> {
  const { attempt, result, order, now } = settlement;
  await endUnpaidAttempt(tx, settlement, finalPollAt(attempt, now));
  // an order whose payment method has changed since is not affected
  const wanted = order.status === "pending" && order.paymentMethod === attempt.method;
  if (result.outcome === "failed" && wanted)
    await sendPaymentFailedEmail(tx, attempt.orderId, { paymentId: attempt.id });
}

async function cancelReviewedOrder(tx: Tx, settlement: Settlement): Promise<void> {
  await endUnpaidAttempt(tx, settlement);
  await addNoteOnce(tx, settlement.notedPayment, "review_failed", settlement.now);
  await transitionTo(tx, settlement, "cancelled");
}

async function flagLostPayment(tx: Tx, settlement: Settlement): Promise<void> {
  await endUnpaidAttempt(tx, settlement);
  await addNoteAndEmailMerchant(tx, settlement.notedPayment, {
    note: "review_failed_after_processing",
    kind: "held_lost",
    now: settlement.now,
  });
}

async function scheduleNextPoll(tx: Tx, { attempt, result, now }: Settlement): Promise<void> {
  if (attempt.reviewStartedAt)
    return void (await schedulePoll(tx, attempt.id, nextReviewPollAt(attempt.reviewStartedAt, now)));
  const { expired, nextPollAt } = nextStepWhenUnpaid(attempt, { known: result.outcome === "pending", now });
  if (!expired) return void (await schedulePoll(tx, attempt.id, nextPollAt));
  await endAttempt(tx, attempt.id, { status: "expired", now, code: "expired", nextPollAt });
}

/** Nothing changes. Schedules a last poll while the attempt's link is valid. */
async function scheduleFinalPoll(tx: Tx, { attempt, now }: Settlement): Promise<void> {
  await schedulePoll(tx, attempt.id, hasBeenPaid(attempt) ? null : finalPollAt(attempt, now));
}

const effectHandlers: Record<Effect, (tx: Tx, settlement: Settlement) => Promise<void>> = {
  mark_paid: markPaid,
  mark_paid_after_cancel: markPaidAfterCancel,
  pay_change: payChange,
  pay_deposit: payDeposit,
  record_payment_only: recordPaymentOnly,
  refund_overpayment: refundSecondPayment,
  hold: putUnderReview(true),
  flag_review_only: putUnderReview(false),
  close: closeAttempt,
  cancel_reviewed_order: cancelReviewedOrder,
  flag_lost_payment: flagLostPayment,
  wait: scheduleNextPoll,
  already: scheduleFinalPoll,
};

/** A payment of another amount is put under review, for a person to decide. */
const downgradeMismatchedAmount = (result: PaymentStatusResult, otherAmount: boolean): PaymentStatusResult =>
  otherAmount && result.outcome === "paid" ? { ...result, outcome: "under_review" } : result;

/**
 * Applies a gateway's status of an attempt, from any channel and however often. Locks the order's row, then the attempt's;
 * the table in settlement.ts decides.
 */
export async function settlePayment(
  tx: Tx,
  { paymentId, result, channel, tolerance = dong(0), by = null, now }: SettlementInput,
): Promise<SettlementResult> {
  const known = await findAttempt(tx, paymentId);
  if (!known || !(await lockOrder(tx, known.orderId))) return "unknown";
  const { orderId } = known;
  const order = await readOrderToSettle(tx, orderId);
  const attempt = await lockAttempt(tx, paymentId);
  if (!attempt || !order) return "unknown";
  const otherAmount = !hasExpectedAmount(attempt, result);
  if (otherAmount && channel === "webhook") return "wrong amount";
  const { method, reference, amount } = attempt;
  const notedPayment = { orderId, method, reference, amount, transaction: result.transaction, code: result.code };
  const settlement: Settlement = {
    ...{ order, attempt, by, now, notedPayment, otherAmount },
    result: downgradeMismatchedAmount(result, otherAmount),
  };
  const paidOtherwise = await isPaidOtherwise(tx, attempt);
  const change = await paidChangeState(tx, attempt.orderChangeId);
  const deposit = depositUse(attempt, order, paidOtherwise);
  const effect = effectOf({ order, attempt, result: settlement.result, paidOtherwise, tolerance, change, deposit });
  await effectHandlers[effect](tx, settlement);
  const isRepeat = effect === "already" || (effect === "flag_review_only" && attempt.reviewStartedAt !== null);
  return isRepeat ? "already" : "settled";
}

/** outcomes that are final, or stop the order until a person has reviewed it */
const finalOutcomes = new Set<PaymentStatusResult["outcome"]>(["paid", "under_review", "failed", "cancelled"]);

/** Applies a gateway's status in its own transaction, and counts the outcome. */
export async function applyPaymentStatus(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  { id: paymentId, method }: Pick<StoredAttempt, "id" | "method">,
  { result, channel }: Pick<SettlementInput, "result" | "channel">,
): Promise<SettlementResult> {
  const settled = await db.transaction((tx) => settlePayment(tx, { paymentId, result, channel, now: clock.now() }));
  if (settled === "settled" && finalOutcomes.has(result.outcome)) payments.inc({ method, outcome: result.outcome });
  return settled;
}
