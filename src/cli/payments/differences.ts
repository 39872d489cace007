import { hasBeenPaid, isPending, type PaymentStatusResult } from "#shop/payments/index.ts";
import type { GatewayWord } from "./ask-gateways.ts";
import type { DayPayment } from "./payment-day.ts";

/** How long after the shopper's link has ended the shop's own jobs may take to see it. */
const settlesWithinMs = 10 * 60 * 1000;

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
  if (outcome === "held") return paid || open ? null : "held at the gateway, over here";
  if (paid) return "paid here, not at the gateway";
  const over = expiresAt !== null && now.getTime() - expiresAt.getTime() > settlesWithinMs;
  if (outcome !== "pending" && open && over) return "over at the gateway, open here";
  return null;
}

/** What the shop's books and the gateway's answer do not agree on, a sentence each. */
export function differencesOf(payment: DayPayment, word: GatewayWord, now: Date): string[] {
  const verdict = typeof word.payment === "string" ? null : word.payment;
  const refunds = word.refunds.map(({ id, verdict: said }) =>
    said === "no answer" || said.state === "requested"
      ? null
      : `refund ${id} is ${said.state} at the gateway, requested here`,
  );
  return [
    verdict && stateDifference(payment, verdict, now),
    verdict && (verdict.outcome === "paid" || verdict.outcome === "held") ? moneyDifference(payment, verdict) : null,
    ...refunds,
    payment.surplusLeft ? `too much, and not given back: payments returned ${payment.attempt.reference}` : null,
  ].filter((difference) => difference !== null);
}
