import { minuteMs } from "#shop/kernel/base/clock.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { claimDueAttempts, findAttempt, isPending, schedulePoll } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import { notifyIfUnresponsive } from "./notify-if-unresponsive.ts";
import { nextPollAfterFailure } from "./payment-deadlines.ts";
import { captureAndSettle, pollAndSettle } from "./poll-payment.ts";

const leaseMs = 2 * minuteMs;
const batchSize = 50;

async function pollAttempt(shop: AppContextWithGateways, paymentId: number): Promise<void> {
  const { db, clock } = shop;
  const attempt = await findAttempt(db, paymentId);
  if (!attempt) return;
  const now = clock.now();
  // after its expiry the last poll is made by the job that cancels the order
  const isLinkValid = isPending(attempt) && attempt.expiresAt !== null && attempt.expiresAt > now;
  const settled = isLinkValid
    ? await captureAndSettle(shop, attempt)
    : await pollAndSettle(shop, attempt, { capture: false });
  if (settled) return;
  await db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const current = await findAttempt(tx, paymentId);
    // another worker or a webhook has updated it, and has scheduled its next poll
    if (!current || current.nextPollAt?.getTime() !== attempt.nextPollAt?.getTime()) return;
    await schedulePoll(tx, paymentId, nextPollAfterFailure(attempt, now));
    await notifyIfUnresponsive(tx, attempt, now);
  });
}

/**
 * Polls the attempts whose webhook has not arrived. Claimed under a lease, so that two processes never poll the same
 * attempt.
 */
export async function reconcilePayments(shop: AppContextWithGateways): Promise<void> {
  const { db, clock, log } = shop;
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await db.transaction((tx) => claimDueAttempts(tx, { now, leaseUntil, limit: batchSize }));
  await mapConcurrent(due, (paymentId) => pollAttempt(shop, paymentId), log);
}
