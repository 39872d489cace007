import { minuteMs } from "#shop/kernel/clock.ts";
import { sql } from "#shop/kernel/database.ts";
import { attemptsOf, isUndecided, type StoredAttempt } from "#shop/payments/index.ts";
import { lockOrder } from "../lock-order.ts";
import { askAndSettle } from "./ask-payment.ts";
import { giveUpOrder, isWaiting } from "./give-up-order.ts";
import { inTurns } from "./in-turns.ts";
import { noteAndTell } from "./merchant-notes.ts";
import type { PayingShop } from "./paying-shop.ts";
import { silentMs } from "./times.ts";

/** Whoever asks for an order has this long; nobody else asks for it meanwhile. */
const leaseMs = 2 * minuteMs;
const mostAtOnce = 50;

interface Waiting {
  id: number;
  total: number;
  paymentMethod: string;
  /** the lease: a hold that is another one by the time of the answer belongs to somebody who is paying */
  holdUntil: Date;
}

const claim = ({ db, clock }: PayingShop): Promise<Waiting[]> =>
  db.transaction((tx) =>
    tx.all<Waiting>(sql`
      update orders set hold_until = ${new Date(clock.now().getTime() + leaseMs)} where id in (
        select id from orders where ${isWaiting} and hold_until <= ${clock.now()}
        order by id limit ${mostAtOnce} for update)
      returning id, total, payment_method "paymentMethod", hold_until "holdUntil"`),
  );

/** Those that a gateway has not told the end of. */
const isOpen = ({ status, checkAfter }: StoredAttempt): boolean =>
  status === "created" || status === "pending" || status === "expired" || checkAfter !== null;

/** @returns the attempts whose gateway did not answer */
async function lastQuestion(shop: PayingShop, order: Waiting, attempts: readonly StoredAttempt[]) {
  const silent: StoredAttempt[] = [];
  for (const [index, attempt] of attempts.entries()) {
    if (!isOpen(attempt)) continue;
    // what was approved in the last minute is taken: the order has its pieces still, and nobody was told that it is not paid
    const isNewest = index === 0 && isUndecided(attempt);
    const take = isNewest && attempt.amount === order.total && attempt.method === order.paymentMethod;
    if (!(await askAndSettle(shop, attempt, { take }))) silent.push(attempt);
  }
  return silent;
}

async function expire(shop: PayingShop, order: Waiting): Promise<void> {
  const { db, clock } = shop;
  const attempts = await attemptsOf(db, order.id);
  const silent = await lastQuestion(shop, order, attempts);
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const mine = await tx.one(
      sql`select from orders where id = ${order.id} and ${isWaiting} and hold_until = ${order.holdUntil}`,
    );
    if (!mine) return;
    if (silent.length === 0) return giveUpOrder(tx, order.id, { actor: "job", now });
    for (const attempt of silent) {
      const since = now.getTime() - (attempt.expiresAt ?? attempt.createdAt).getTime();
      if (since > silentMs) await noteAndTell(tx, attempt, { note: "gateway_silent", kind: "gateway_silent", now });
    }
  });
}

/**
 * Orders whose hold is over: each gateway is asked once more, and what nobody has paid gives its pieces back. Where a gateway
 * could not be asked the order waits on, and it is asked again when the lease is over.
 */
export const expireOrders = async (shop: PayingShop): Promise<void> =>
  inTurns(shop, await claim(shop), (order) => expire(shop, order));
