import type { Dong } from "#contract/money.ts";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { isAwaitingPayment, lockOrder } from "#shop/orders/index.ts";
import { attemptsOf, isPending, type StoredAttempt } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { pollBankOnce } from "./bank/poll-bank.ts";
import { cancelUnpaidOrder } from "./cancel-unpaid-order.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import { notifyIfUnresponsive } from "./notify-if-unresponsive.ts";
import { captureAndSettle, pollAndSettle } from "./poll-payment.ts";

/** Lease for polling one order's payments; other workers skip the order until it ends. */
const leaseMs = 2 * minuteMs;
const batchSize = 50;

interface ClaimedOrder {
  id: number;
  total: Dong;
  paymentMethod: string;
  /** identifies the claim: a different value after polling means that the customer has started another payment */
  leaseUntil: Date;
}

const claim = ({ db, clock }: AppContextWithGateways): Promise<ClaimedOrder[]> =>
  db.transaction((tx) =>
    tx.all<ClaimedOrder>(sql`
      update orders set stock_reserved_until = ${new Date(clock.now().getTime() + leaseMs)} where id in (
        select id from orders where ${isAwaitingPayment} and stock_reserved_until <= ${clock.now()}
        order by id limit ${batchSize} for update)
      returning id, total, payment_method "paymentMethod", stock_reserved_until "leaseUntil"`),
  );

/** Attempts without a final status from their gateway. */
const needsFinalPoll = ({ status, nextPollAt }: StoredAttempt): boolean =>
  status === "created" || status === "pending" || status === "expired" || nextPollAt !== null;

/** Locks the order. @returns whether it still awaits payment under this claim */
async function isStillClaimed(tx: Tx, { id, leaseUntil }: ClaimedOrder): Promise<boolean> {
  await lockOrder(tx, id);
  const claimed = await tx.one(
    sql`select from orders where id = ${id} and ${isAwaitingPayment} and stock_reserved_until = ${leaseUntil}`,
  );
  return claimed !== undefined;
}

/** @returns the attempts whose gateway did not respond */
async function pollOpenAttempts(shop: AppContextWithGateways, order: ClaimedOrder, attempts: readonly StoredAttempt[]) {
  const unresponsive: StoredAttempt[] = [];
  for (const [index, attempt] of attempts.entries()) {
    if (!needsFinalPoll(attempt)) continue;
    // a payment approved in the last minute is captured: the order still has its stock, and no failure has been
    // reported
    const isNewest = index === 0 && isPending(attempt);
    const capture = isNewest && attempt.amount === order.total && attempt.method === order.paymentMethod;
    const settled = capture
      ? await captureAndSettle(shop, attempt, (tx) => isStillClaimed(tx, order))
      : await pollAndSettle(shop, attempt, { capture });
    if (!settled) unresponsive.push(attempt);
  }
  return unresponsive;
}

async function expireOrder(shop: AppContextWithGateways, order: ClaimedOrder): Promise<void> {
  const { db, clock } = shop;
  const attempts = await attemptsOf(db, order.id);
  const unresponsive = await pollOpenAttempts(shop, order, attempts);
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (!(await isStillClaimed(tx, order))) return;
    if (unresponsive.length === 0) return cancelUnpaidOrder(tx, order.id, { actor: "job", now });
    for (const attempt of unresponsive) await notifyIfUnresponsive(tx, attempt, now);
  });
}

/**
 * Processes the orders whose reservation has ended: polls each gateway once more, then cancels what is unpaid and releases
 * its stock. If a gateway does not respond, the order stays and is polled again when the lease ends.
 */
export async function expireOrders(shop: AppContextWithGateways): Promise<void> {
  const claimed = await claim(shop);
  // a transfer that is found now pays its order, which is then not claimed any more
  if (claimed.some(({ paymentMethod }) => isBankTransfer(paymentMethod))) await pollBankOnce(shop);
  await mapConcurrent(claimed, (order) => expireOrder(shop, order), shop.log);
}
