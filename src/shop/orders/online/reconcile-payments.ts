import { minuteMs } from "#shop/kernel/clock.ts";
import { askAgain, claimDueAttempts, findAttempt, isUndecided } from "#shop/payments/index.ts";
import { lockOrder } from "../lock-order.ts";
import { askAndSettle, mayTake } from "./ask-payment.ts";
import { inTurns } from "./in-turns.ts";
import { noteAndTell } from "./merchant-notes.ts";
import type { PayingShop } from "./paying-shop.ts";
import { askAfterSilence, silentMs } from "./times.ts";

const leaseMs = 2 * minuteMs;
const mostAtOnce = 50;

async function reconcile(shop: PayingShop, paymentId: number): Promise<void> {
  const { db, clock } = shop;
  const attempt = await findAttempt(db, paymentId);
  if (!attempt) return;
  const now = clock.now();
  // when its time is over, the last question is asked by whoever gives the order up
  const lives = isUndecided(attempt) && attempt.expiresAt !== null && attempt.expiresAt > now;
  const take = lives && (await mayTake(shop, attempt));
  if (await askAndSettle(shop, attempt, { take })) return;
  await db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const still = await findAttempt(tx, paymentId);
    // somebody else has heard meanwhile, and knows whether there is anything left to ask
    if (!still || still.checkAfter?.getTime() !== attempt.checkAfter?.getTime()) return;
    await askAgain(tx, paymentId, askAfterSilence(attempt, now));
    const since = now.getTime() - (attempt.expiresAt ?? attempt.createdAt).getTime();
    if (since > silentMs) await noteAndTell(tx, attempt, { note: "gateway_silent", kind: "gateway_silent", now });
  });
}

/** Attempts whose notice has not come: their gateways are asked. Two processes never ask for the same one at once. */
export async function reconcilePayments(shop: PayingShop): Promise<void> {
  const { db, clock } = shop;
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const due = await db.transaction((tx) => claimDueAttempts(tx, { now, leaseUntil, most: mostAtOnce }));
  await inTurns(shop, due, (paymentId) => reconcile(shop, paymentId));
}
