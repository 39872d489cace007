import { minuteMs } from "#shop/kernel/base/clock.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { claimDueAttempts, findAttempt, isPending, schedulePoll } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import { addNoteAndEmailMerchant } from "./merchant-notes.ts";
import { gatewayDownAlertMs, nextPollAfterFailure } from "./payment-deadlines.ts";
import { canCapture, pollAndSettle } from "./poll-payment.ts";

const leaseMs = 2 * minuteMs;
const mostAtOnce = 50;

async function reconcile(shop: AppContextWithGateways, paymentId: number): Promise<void> {
  const { db, clock } = shop;
  const attempt = await findAttempt(db, paymentId);
  if (!attempt) return;
  const now = clock.now();
  // when its time is over, the last question is asked by whoever gives the order up
  const lives = isPending(attempt) && attempt.expiresAt !== null && attempt.expiresAt > now;
  const take = lives && (await canCapture(shop, attempt));
  if (await pollAndSettle(shop, attempt, { take })) return;
  await db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const still = await findAttempt(tx, paymentId);
    // somebody else has heard meanwhile, and knows whether there is anything left to ask
    if (!still || still.nextPollAt?.getTime() !== attempt.nextPollAt?.getTime()) return;
    await schedulePoll(tx, paymentId, nextPollAfterFailure(attempt, now));
    const since = now.getTime() - (attempt.expiresAt ?? attempt.createdAt).getTime();
    if (since > gatewayDownAlertMs)
      await addNoteAndEmailMerchant(tx, attempt, { note: "gateway_silent", kind: "gateway_silent", now });
  });
}

/** Attempts whose notice has not come: their gateways are asked. Two processes never ask for the same one at once. */
export async function reconcilePayments(shop: AppContextWithGateways): Promise<void> {
  const { db, clock } = shop;
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await db.transaction((tx) => claimDueAttempts(tx, { now, leaseUntil, limit: mostAtOnce }));
  await mapConcurrent(shop, due, (paymentId) => reconcile(shop, paymentId));
}
