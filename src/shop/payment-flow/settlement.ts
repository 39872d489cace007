import { isOnlineMethod } from "#contract/online-method.ts";
import { isFulfillable, type StoredStatus } from "#shop/orders/index.ts";
import { hasBeenPaid, isPending, type PaymentStatusResult, type StoredAttempt } from "#shop/payments/index.ts";

/** What of an order decides about money that a gateway tells of. Money is whole đồng. */
export interface OrderFacts {
  status: StoredStatus;
  paymentMethod: string;
  total: number;
  transactionId: string;
  paidAt: Date | null;
}

export interface Case {
  order: OrderFacts;
  attempt: Pick<StoredAttempt, "status" | "amount" | "reviewStartedAt">;
  verdict: Pick<PaymentStatusResult, "outcome" | "transaction">;
  /** another attempt or a courier has brought the order's money */
  paidOtherwise: boolean;
}

/**
 * - `mark_paid`: the order is paid and goes on its way
 * - `mark_paid_after_cancel`: it had been given up; it is paid, and the merchant decides
 * - `record_payment_only`: it is paid, and stays where a merchant has put it
 * - `refund_overpayment`: nothing wants this money
 * - `hold`, `flag_review_only`: the gateway examines it; the order waits for that, or has nothing to do with it
 * - `close`: not paid; `cancel_reviewed_order`: the money that the order waited for will not come; `flag_lost_payment`: nor will this, and
 *   a merchant has let the order go on without it
 * - `wait`: not paid yet
 * - `already`: all of it has been done before
 */
export type Effect =
  | "mark_paid"
  | "mark_paid_after_cancel"
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
const isPaidByHand = ({ paidAt, transactionId }: OrderFacts, transaction: string): boolean =>
  paidAt !== null && transactionId !== "" && transactionId !== transaction;

/** Whether the order can have been paid by this attempt: it is the whole price, and nobody else has brought it. */
function isWanted({ order, attempt, verdict, paidOtherwise }: Case): boolean {
  if (paidOtherwise || isPaidByHand(order, verdict.transaction)) return false;
  return isOnlineMethod(order.paymentMethod) && order.total === attempt.amount;
}

function effectOfMoney(one: Case): Effect {
  if (!isWanted(one)) return "refund_overpayment";
  switch (one.order.status) {
    case "pending":
      return "mark_paid";
    case "on-hold":
      return one.attempt.reviewStartedAt ? "mark_paid" : "record_payment_only";
    case "processing":
    case "completed":
      // recorded by hand while the notice was late: the merchant has seen this very money
      return "record_payment_only";
    case "cancelled":
    case "failed":
      return "mark_paid_after_cancel";
    case "refunded":
    case "trash":
      return "refund_overpayment";
  }
}

function effectOfNoMoney({ order, attempt, paidOtherwise }: Case): Effect {
  if (attempt.reviewStartedAt && !paidOtherwise) {
    if (order.status === "on-hold" && order.paidAt === null) return "cancel_reviewed_order";
    if (isFulfillable(order.status) && order.status !== "pending") return "flag_lost_payment";
  }
  return isPending(attempt) ? "close" : "already";
}

/** What a gateway's word about an attempt does: the whole table. */
export function effectOf(one: Case): Effect {
  const { order, attempt, verdict } = one;
  // money that came stays come, whatever is said afterwards
  if (hasBeenPaid(attempt)) return "already";
  switch (verdict.outcome) {
    case "paid":
      return effectOfMoney(one);
    case "held":
      return order.status === "pending" && isWanted(one) ? "hold" : "flag_review_only";
    case "failed":
    case "cancelled":
      return effectOfNoMoney(one);
    case "pending":
    case "unknown":
      return "wait";
  }
}
