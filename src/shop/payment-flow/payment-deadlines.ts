import { isBankTransfer, onlineMethodOf } from "#contract/payment-methods/index.ts";
import { type BackOff, nextRetryAt } from "#shop/kernel/base/back-off.ts";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import type { OnlineMethod, StoredAttempt } from "#shop/payments/index.ts";

/** Duration of an order's stock reservation, from its newest payment attempt. */
const reservationMs = 30 * minuteMs;
/** Maximum duration of the reservation, from the first attempt. */
const maxReservationMs = 2 * hourMs;
/** Minimum time left for another attempt: less is not enough to complete a payment. */
const minRemainingMs = 5 * minuteMs;

/** When a payment link expires: some gateways limit its validity, and no link outlives the stock reservation. */
const linkExpiry = (method: OnlineMethod, now: Date, reservedUntil: Date): Date => {
  const { linkMinutes } = onlineMethodOf(method);
  return linkMinutes === null ? reservedUntil : earliest(addMs(now, linkMinutes * minuteMs), reservedUntil);
};

const pollIntervalMs = 5 * minuteMs;
/** the gateway may still report "not finished" for this long after the link expires */
const graceMs = 2 * minuteMs;
const lastPollDelayMs = 15 * minuteMs;
const reviewPollIntervalMs = hourMs;
const maxReviewMs = 30 * dayMs;
/** a gateway that has not responded for this long is reported to the merchant */
export const gatewayDownAlertMs = hourMs;

const addMs = (date: Date, byMs: number): Date => new Date(date.getTime() + byMs);
const earliest = (...dates: Date[]): Date => new Date(Math.min(...dates.map((date) => date.getTime())));

/** Whether a reservation leaves enough time to complete a payment that begins now. */
export const leavesTimeToPay = (reservedUntil: Date, now: Date): boolean =>
  reservedUntil.getTime() - now.getTime() >= minRemainingMs;

/**
 * End of the stock reservation of an order whose newest attempt begins now. @param first when its first attempt began
 * @param ownMs duration of a method's own; null: as for every gateway
 */
export const stockReservationDeadline = (first: Date, now: Date, ownMs: number | null): Date =>
  ownMs === null
    ? earliest(addMs(now, reservationMs), addMs(first, maxReservationMs))
    : earliest(addMs(now, ownMs), addMs(first, maxReservationMs + ownMs));

/**
 * The same for an order whose stock is reserved already: a bank transfer may have reserved it for longer than other methods do, and its customer
 * still has the usual time for another attempt. The lease of the job that expires the order is too short to count.
 */
export const longerReservation = (deadline: Date, reservedUntil: Date | null, now: Date): Date =>
  reservedUntil !== null && reservedUntil > deadline && leavesTimeToPay(reservedUntil, now)
    ? earliest(reservedUntil, addMs(now, reservationMs))
    : deadline;

/** Whether a reservation ends earlier than that of a first attempt, which began now, would. */
export const isCapped = (deadline: Date, now: Date): boolean => deadline < addMs(now, reservationMs);

/** Until when a change of a paid order that is requested now can be paid. @param ownMs duration of a method's own; null: as for every gateway */
export const changeDeadline = (now: Date, ownMs: number | null): Date => addMs(now, ownMs ?? reservationMs);

/**
 * The latest moment at which a payment is captured: shortly after the longest possible reservation, or after the expiry of an attempt that a
 * bank transfer's reservation gave more time.
 * @param first when the order's first attempt began
 */
export const captureDeadline = (first: Date, { expiresAt }: Pick<StoredAttempt, "expiresAt">): Date => {
  const end = Math.max(addMs(first, maxReservationMs).getTime(), expiresAt?.getTime() ?? 0);
  return new Date(end + minRemainingMs);
};

/** Whether another attempt may begin on an order. @param first when its first attempt began */
export const canRetryPayment = (first: Date, now: Date): boolean =>
  leavesTimeToPay(addMs(first, maxReservationMs), now);

/** When an attempt that begins now expires, and when it is first polled. */
export const attemptTimes = (
  method: OnlineMethod,
  now: Date,
  reservedUntil: Date,
): { expiresAt: Date; nextPollAt: Date } => ({
  expiresAt: linkExpiry(method, now, reservedUntil),
  // single transfers are not polled: the attempt ends with the order's reservation
  nextPollAt: isBankTransfer(method) ? addMs(reservedUntil, lastPollDelayMs) : addMs(now, pollIntervalMs),
});

/** An attempt that is closed while its link is valid is polled once more after the link expires. */
export const finalPollAt = ({ expiresAt }: Pick<StoredAttempt, "expiresAt">, now: Date): Date | null =>
  expiresAt !== null && expiresAt > now ? addMs(expiresAt, minuteMs) : null;

/** The next poll of a payment under review: hourly, for a month. */
export const nextReviewPollAt = (reviewStartedAt: Date, now: Date): Date | null =>
  now.getTime() - reviewStartedAt.getTime() > maxReviewMs ? null : addMs(now, reviewPollIntervalMs);

/** Retry back-off of requests that a gateway did not respond to; the interval grows when the merchant is notified. */
export const gatewayBackOff: BackOff = { shortMs: minuteMs, longAfterMs: gatewayDownAlertMs, longMs: hourMs };

/** The next poll after the gateway did not respond; the back-off begins when the link expires. */
export const nextPollAfterFailure = ({ expiresAt }: Pick<StoredAttempt, "expiresAt">, now: Date): Date =>
  nextRetryAt(gatewayBackOff, expiresAt ?? now, now);

/**
 * The next poll of an attempt that is not paid yet, and whether it has expired.
 * @param known the gateway has a record of the attempt; otherwise its link was never opened
 */
export function nextStepWhenUnpaid(
  { expiresAt, status }: Pick<StoredAttempt, "expiresAt" | "status">,
  { known, now }: { known: boolean; now: Date },
): { expired: boolean; nextPollAt: Date | null } {
  const end = expiresAt ?? now;
  const isOpen = status === "created" || status === "pending";
  const over = addMs(end, isOpen ? graceMs : minuteMs);
  if (now < over) return { expired: false, nextPollAt: isOpen ? earliest(addMs(now, pollIntervalMs), over) : over };
  const last = addMs(end, lastPollDelayMs);
  return { expired: isOpen, nextPollAt: known && now < last ? last : null };
}
