import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment, lockOrder } from "#shop/orders/index.ts";
import { attemptsOf, isPending, type StoredAttempt } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { cancelUnpaidOrder } from "./cancel-unpaid-order.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import { addNoteAndEmailMerchant } from "./merchant-notes.ts";
import { gatewayDownAlertMs } from "./payment-deadlines.ts";
import { pollAndSettle } from "./poll-payment.ts";

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

const claim = ({ db, clock }: AppContextWithGateways): Promise<Waiting[]> =>
  db.transaction((tx) =>
    tx.all<Waiting>(sql`
      update orders set hold_until = ${new Date(clock.now().getTime() + leaseMs)} where id in (
        select id from orders where ${isAwaitingPayment} and hold_until <= ${clock.now()}
        order by id limit ${mostAtOnce} for update)
      returning id, total, payment_method "paymentMethod", hold_until "holdUntil"`),
  );

/** Those that a gateway has not told the end of. */
const isOpen = ({ status, nextPollAt }: StoredAttempt): boolean =>
  status === "created" || status === "pending" || status === "expired" || nextPollAt !== null;

/** @returns the attempts whose gateway did not answer */
async function finalPollAt(shop: AppContextWithGateways, order: Waiting, attempts: readonly StoredAttempt[]) {
  const silent: StoredAttempt[] = [];
  for (const [index, attempt] of attempts.entries()) {
    if (!isOpen(attempt)) continue;
    // what was approved in the last minute is taken: the order has its pieces still, and nobody was told that it is not paid
    const isNewest = index === 0 && isPending(attempt);
    const take = isNewest && attempt.amount === order.total && attempt.method === order.paymentMethod;
    if (!(await pollAndSettle(shop, attempt, { take }))) silent.push(attempt);
  }
  return silent;
}

async function expire(shop: AppContextWithGateways, order: Waiting): Promise<void> {
  const { db, clock } = shop;
  const attempts = await attemptsOf(db, order.id);
  const silent = await finalPollAt(shop, order, attempts);
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const mine = await tx.one(
      sql`select from orders where id = ${order.id} and ${isAwaitingPayment} and hold_until = ${order.holdUntil}`,
    );
    if (!mine) return;
    if (silent.length === 0) return cancelUnpaidOrder(tx, order.id, { actor: "job", now });
    for (const attempt of silent) {
      const since = now.getTime() - (attempt.expiresAt ?? attempt.createdAt).getTime();
      if (since > gatewayDownAlertMs)
        await addNoteAndEmailMerchant(tx, attempt, { note: "gateway_silent", kind: "gateway_silent", now });
    }
  });
}

/**
 * Orders whose hold is over: each gateway is asked once more, and what nobody has paid gives its pieces back. Where a gateway
 * could not be asked the order waits on, and it is asked again when the lease is over.
 */
export const expireOrders = async (shop: AppContextWithGateways): Promise<void> =>
  mapConcurrent(shop, await claim(shop), (order) => expire(shop, order));
