import { hasBeenPaid, isPending, type PaymentStatusResult } from "#shop/payments/index.ts";
import type { GatewayStatus } from "./query-gateways.ts";
import type { DayPayment } from "./payment-day.ts";

/** How long the shop's jobs may take to notice that a payment link has expired. */
const settleTimeoutMs = 10 * 60 * 1000;

function moneyDifference({ attempt }: DayPayment, { money }: PaymentStatusResult): string | null {
  if (!money) return null;
  const here = money.currency === "USD" ? attempt.amountUsdCents : attempt.amount;
  if (here === money.amount) return null;
  const shown = money.currency === "USD" ? `USD ${(money.amount / 100).toFixed(2)}` : `${money.amount} VND`;
  return `the gateway's amount is ${shown}`;
}

function stateDifference({ attempt }: DayPayment, { outcome }: PaymentStatusResult, now: Date): string | null {
  const { expiresAt } = attempt;
  const paid = hasBeenPaid(attempt);
  const open = isPending(attempt);
  if (outcome === "paid") return paid ? null : "paid at the gateway, not here";
  if (outcome === "under_review") return paid || open ? null : "under review at the gateway, closed here";
  if (paid) return "paid here, not at the gateway";
  const over = expiresAt !== null && now.getTime() - expiresAt.getTime() > settleTimeoutMs;
  if (outcome !== "pending" && open && over) return "closed at the gateway, open here";
  return null;
}

/** The differences between the shop's records and the gateway's status, each as a phrase. */
export function differencesOf(payment: DayPayment, gateway: GatewayStatus, now: Date): string[] {
  const status = typeof gateway.payment === "string" ? null : gateway.payment;
  const refunds = gateway.refunds.map(({ id, status: refund }) =>
    refund === "no response" || refund.state === "requested"
      ? null
      : `refund ${id} is ${refund.state} at the gateway, requested here`,
  );
  return [
    status && stateDifference(payment, status, now),
    status && (status.outcome === "paid" || status.outcome === "under_review")
      ? moneyDifference(payment, status)
      : null,
    ...refunds,
    payment.unrefundedOverpayment
      ? `overpaid and not refunded: payments mark-refunded ${payment.attempt.reference}`
      : null,
  ].filter((difference) => difference !== null);
}
