import type { Dong } from "#contract/money.ts";
import { isCashMethod, isOnlineMethod } from "#contract/payment-methods/index.ts";
import { isFulfillable, type StoredStatus } from "#shop/orders/index.ts";
import { hasBeenPaid, isPending, type PaymentStatusResult, type StoredAttempt } from "#shop/payments/index.ts";

/** The facts of an order that decide about a reported payment. */
export interface SettlementOrder {
  status: StoredStatus;
  paymentMethod: string;
  total: Dong;
  transactionId: string;
  paidAt: Date | null;
  /** id of the open or paid order that the customer has instead of this one, which is closed; else null */
  replacement: number | null;
}

export interface SettlementCase {
  order: SettlementOrder;
  attempt: Pick<StoredAttempt, "status" | "amount" | "reviewStartedAt">;
  result: Pick<PaymentStatusResult, "outcome" | "transaction">;
  /** another attempt or a courier has paid the order */
  paidOtherwise: boolean;
  /** by how much the amount may be less than the order's total and still pay it */
  tolerance: Dong;
  /** for an attempt that pays a change of the order: whether the change still waits for it; null: it pays the order itself */
  change: "waiting" | "ended" | null;
  /** for an attempt that pays the deposit of a cash order: whether the order still waits for it; null: it pays the order itself */
  deposit: "waiting" | "ended" | null;
}

/**
 * - `mark_paid`: the order is paid and is processed
 * - `mark_paid_after_cancel`: the order was cancelled and not replaced; it is marked as paid, and the merchant decides
 *   about it
 * - `pay_change`: what a change of the order costs more is paid, and the change is applied
 * - `pay_deposit`: the deposit of a cash order is paid, and the courier collects the rest
 * - `record_payment_only`: the payment is recorded, without changing the status that a merchant has set
 * - `refund_overpayment`: the order does not need this money
 * - `hold`: the gateway reviews the payment, and the order is put on hold; `flag_review_only`: it is not, as it does
 *   not need
 *   this payment
 * - `close`: not paid; `cancel_reviewed_order`: the reviewed payment that the order waited for has failed;
 *   `flag_lost_payment`: it has failed, but a merchant has already processed the order
 * - `wait`: not paid yet
 * - `already`: nothing is left to do
 */
export type Effect =
  | "mark_paid"
  | "mark_paid_after_cancel"
  | "pay_change"
  | "pay_deposit"
  | "record_payment_only"
  | "refund_overpayment"
  | "hold"
  | "flag_review_only"
  | "close"
  | "cancel_reviewed_order"
  | "flag_lost_payment"
  | "wait"
  | "already";

/** A merchant has recorded another payment than this one. */
const isPaidManually = ({ paidAt, transactionId }: SettlementOrder, transaction: string): boolean =>
  paidAt !== null && transactionId !== "" && transactionId !== transaction;

/** Whether this attempt can have paid the order: the amount is its total, but for the tolerance, and nothing else has paid it. */
function paysOrder({ order, attempt, result, paidOtherwise, tolerance }: SettlementCase): boolean {
  if (paidOtherwise || isPaidManually(order, result.transaction)) return false;
  const short = order.total - attempt.amount;
  return isOnlineMethod(order.paymentMethod) && short >= 0 && short <= tolerance;
}

/** Whether an order still takes the deposit that an attempt pays; null for an attempt that pays something else. */
export function depositUse(
  { isDeposit }: Pick<StoredAttempt, "isDeposit">,
  { status, paymentMethod, paidAt }: SettlementOrder,
  paidOtherwise: boolean,
): "waiting" | "ended" | null {
  if (!isDeposit) return null;
  const waits = isCashMethod(paymentMethod) && paidAt === null && isFulfillable(status) && !paidOtherwise;
  return waits ? "waiting" : "ended";
}

function effectOfPayment(input: SettlementCase): Effect {
  if (input.change !== null) return input.change === "waiting" ? "pay_change" : "refund_overpayment";
  if (input.deposit !== null) return input.deposit === "waiting" ? "pay_deposit" : "refund_overpayment";
  if (!paysOrder(input)) return "refund_overpayment";
  switch (input.order.status) {
    case "pending":
      return "mark_paid";
    case "on-hold":
      return input.attempt.reviewStartedAt ? "mark_paid" : "record_payment_only";
    case "processing":
    case "completed":
      // recorded manually before the webhook arrived: the merchant has seen this same payment
      return "record_payment_only";
    case "cancelled":
    case "failed":
      return input.order.replacement === null ? "mark_paid_after_cancel" : "refund_overpayment";
    case "refunded":
    case "trash":
      return "refund_overpayment";
  }
}

function effectOfFailure({ order, attempt, paidOtherwise }: SettlementCase): Effect {
  if (attempt.reviewStartedAt && !paidOtherwise) {
    if (order.status === "on-hold" && order.paidAt === null) return "cancel_reviewed_order";
    if (isFulfillable(order.status) && order.status !== "pending") return "flag_lost_payment";
  }
  return isPending(attempt) ? "close" : "already";
}

/** The effect of a gateway's status: the whole decision table. */
export function effectOf(input: SettlementCase): Effect {
  const { order, attempt, result } = input;
  // a succeeded payment is final; later statuses are ignored
  if (hasBeenPaid(attempt)) return "already";
  switch (result.outcome) {
    case "paid":
      return effectOfPayment(input);
    case "under_review":
      return order.status === "pending" && input.change === null && paysOrder(input) ? "hold" : "flag_review_only";
    case "failed":
    case "cancelled":
      return effectOfFailure(input);
    case "pending":
    case "unknown":
      return "wait";
  }
}
