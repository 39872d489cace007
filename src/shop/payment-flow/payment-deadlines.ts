import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { OnlineMethod, StoredAttempt } from "#shop/payments/index.ts";

/** An unpaid order keeps its pieces so long after its newest attempt … */
const holdMs = 30 * minuteMs;
/** … and so long after its first at most. */
const longestHoldMs = 2 * hourMs;
/** Less is not enough to pay in: such a hold counts as over. */
const shortestHoldMs = 5 * minuteMs;

/** VNPay's link is good for 15 minutes; what PayPal's shopper approves is taken while the order is held. */
const linkMs: Record<OnlineMethod, number> = { vnpay_visa: 15 * minuteMs, paypal: holdMs };

const askAfterMs = 5 * minuteMs;
/** after the link's end the gateway may still say "not finished" */
const graceMs = 2 * minuteMs;
const lateAskMs = 15 * minuteMs;
const reviewPollIntervalMs = hourMs;
const examinedAtMostMs = 30 * dayMs;
/** how long a gateway may be silent before somebody is told */
export const gatewayDownAlertMs = hourMs;

const later = (date: Date, byMs: number): Date => new Date(date.getTime() + byMs);
const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map((date) => date.getTime())));

/** Until when an order holds its pieces, whose newest attempt begins now. @param first when the first one began */
export const stockReservationDeadline = (first: Date, now: Date): Date =>
  earliest(later(now, holdMs), later(first, longestHoldMs));

/** Until when money is still taken for an order: what was approved in the last minute of its longest hold, and no later. */
export const captureDeadline = (first: Date): Date => later(first, longestHoldMs + shortestHoldMs);

/** Whether another attempt can begin on an order whose first began then. */
export const canRetryPayment = (first: Date, now: Date): boolean =>
  first.getTime() + longestHoldMs - now.getTime() >= shortestHoldMs;

/** When an attempt that begins now ends, and when the gateway is first asked about it. */
export const beginTimes = (method: OnlineMethod, now: Date, hold: Date): { expiresAt: Date; nextPollAt: Date } => ({
  expiresAt: earliest(later(now, linkMs[method]), hold),
  nextPollAt: later(now, askAfterMs),
});

/** One that is closed while its link lives is asked about once more when it has ended. */
export const finalPollDelay = ({ expiresAt }: Pick<StoredAttempt, "expiresAt">, now: Date): Date | null =>
  expiresAt !== null && expiresAt > now ? later(expiresAt, minuteMs) : null;

/** When to ask again about money that is being examined: hourly, for a month. */
export const nextReviewPollAt = (reviewStartedAt: Date, now: Date): Date | null =>
  now.getTime() - reviewStartedAt.getTime() > examinedAtMostMs ? null : later(now, reviewPollIntervalMs);

/** After silence: soon in the first hour after the link, seldom then. */
export const nextPollAfterFailure = ({ expiresAt }: Pick<StoredAttempt, "expiresAt">, now: Date): Date =>
  later(now, now.getTime() - (expiresAt ?? now).getTime() > gatewayDownAlertMs ? hourMs : minuteMs);

/**
 * What follows from "not paid yet": when to ask again, and whether the attempt counts as expired.
 * @param known the gateway knows the attempt; otherwise nobody has ever followed its link
 */
export function nextStepWhenUnpaid(
  { expiresAt, status }: Pick<StoredAttempt, "expiresAt" | "status">,
  { known, now }: { known: boolean; now: Date },
): { expired: boolean; nextPollAt: Date | null } {
  const end = expiresAt ?? now;
  const isOpen = status === "created" || status === "pending";
  const over = later(end, isOpen ? graceMs : minuteMs);
  if (now < over) return { expired: false, nextPollAt: isOpen ? earliest(later(now, askAfterMs), over) : over };
  const last = later(end, lateAskMs);
  return { expired: isOpen, nextPollAt: known && now < last ? last : null };
}
