import { isOnlineMethod } from "#contract/online-method.ts";
import { hasBeenPaid, isUndecided, type StoredAttempt, type Verdict } from "#shop/payments/index.ts";
import { isLive, type KeptStatus } from "../order-status.ts";

/** What of an order decides about money that a gateway tells of. Money is whole đồng. */
export interface OrderFacts {
  status: KeptStatus;
  paymentMethod: string;
  total: number;
  transactionId: string;
  paidAt: Date | null;
}

export interface Case {
  order: OrderFacts;
  attempt: Pick<StoredAttempt, "status" | "amount" | "heldAt">;
  verdict: Pick<Verdict, "outcome" | "transaction">;
  /** another attempt or a courier has brought the order's money */
  paidOtherwise: boolean;
}

/**
 * - `take`: the order is paid and goes on its way
 * - `take late`: it had been given up; it is paid, and the merchant decides
 * - `take as it is`: it is paid, and stays where a merchant has put it
 * - `give back`: nothing wants this money
 * - `hold`, `hold aside`: the gateway examines it; the order waits for that, or has nothing to do with it
 * - `close`: not paid; `close held`: the money that the order waited for will not come; `close relied on`: nor will this, and
 *   a merchant has let the order go on without it
 * - `wait`: not paid yet
 * - `already`: all of it has been done before
 */
export type Effect =
  | "take"
  | "take late"
  | "take as it is"
  | "give back"
  | "hold"
  | "hold aside"
  | "close"
  | "close held"
  | "close relied on"
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
  if (!isWanted(one)) return "give back";
  switch (one.order.status) {
    case "pending":
      return "take";
    case "on-hold":
      return one.attempt.heldAt ? "take" : "take as it is";
    case "processing":
    case "completed":
      // recorded by hand while the notice was late: the merchant has seen this very money
      return "take as it is";
    case "cancelled":
    case "failed":
      return "take late";
    case "refunded":
    case "trash":
      return "give back";
  }
}

function effectOfNoMoney({ order, attempt, paidOtherwise }: Case): Effect {
  if (attempt.heldAt && !paidOtherwise) {
    if (order.status === "on-hold" && order.paidAt === null) return "close held";
    if (isLive(order.status) && order.status !== "pending") return "close relied on";
  }
  return isUndecided(attempt) ? "close" : "already";
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
      return order.status === "pending" && isWanted(one) ? "hold" : "hold aside";
    case "failed":
    case "cancelled":
      return effectOfNoMoney(one);
    case "pending":
    case "unknown":
      return "wait";
  }
}
