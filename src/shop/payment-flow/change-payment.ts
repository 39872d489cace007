import type { Language } from "#contract/language.ts";
import { type Dong, toUsdCents } from "#contract/money.ts";
import { isBankTransfer, isOnlineMethod, violatedLimits } from "#contract/payment-methods/index.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import {
  endOrderChange,
  findOrderChange,
  findUnpaidChanges,
  lockOrder,
  openChangeOf,
  type OrderChange,
  releaseChangeStock,
} from "#shop/orders/index.ts";
import {
  attemptsOf,
  closeOpenAttempts,
  endAttempt,
  type Gateways,
  isPaidByTransfer,
  isPending,
  mayStillBePaid,
  type OnlineMethod,
  openAttempt,
  payUrlOf,
  type StoredAttempt,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { assertPaymentLimits } from "./assert-payment-limits.ts";
import { readBankTerms } from "./bank/bank-settings.ts";
import { returnParts } from "./bank/return-parts.ts";
import { amountOfChange } from "./bank/settle-change.ts";
import { pollBankOnce } from "./bank/poll-bank.ts";
import { mapConcurrent } from "./map-concurrent.ts";
import { notifyIfUnresponsive } from "./notify-if-unresponsive.ts";
import { readUsdRate } from "./open-next-attempt.ts";
import { createAtGateway } from "./pay-url.ts";
import { attemptTimes, changeDeadline } from "./payment-deadlines.ts";
import { pollAndSettle } from "./poll-payment.ts";
import { returnPayment } from "./return-payment.ts";

/** The method by which a change is paid: the order's own, else the first gateway that takes so small or large an amount; null if none does. */
export function changeMethod(gateways: Gateways, ordered: string, amount: Dong): OnlineMethod | null {
  const methods = [...gateways.keys()].filter((method) => violatedLimits(method, amount) === null);
  if (isOnlineMethod(ordered) && methods.includes(ordered)) return ordered;
  return methods.find((method) => !isBankTransfer(method)) ?? methods[0] ?? null;
}

/** Until when a change that is requested now can be paid: by bank transfer as long as an order. */
export const changeReservedUntil = async (reader: Reader, method: OnlineMethod, now: Date): Promise<Date> =>
  changeDeadline(now, isBankTransfer(method) ? (await readBankTerms(reader)).reservationMs : null);

interface ChangePayment {
  method: OnlineMethod;
  lang: Language;
  now: Date;
}

/** Opens an attempt to pay what a waiting change costs more. Call it with the order locked. @throws HttpError 400 outside the limits */
export async function openChangeAttempt(
  tx: Tx,
  change: Pick<OrderChange, "id" | "orderId" | "totalBefore" | "totalAfter" | "stockReservedUntil">,
  { method, lang, now }: ChangePayment,
): Promise<StoredAttempt> {
  const amount = amountOfChange(change);
  assertPaymentLimits({ method, total: amount, lang });
  const rate = await readUsdRate(tx, method);
  const usd = rate === null ? null : { cents: toUsdCents(amount, rate), rate };
  const times = attemptTimes(method, now, change.stockReservedUntil ?? now);
  return openAttempt(tx, { orderId: change.orderId, method, amount, usd, now, ...times, orderChangeId: change.id });
}

const attemptOfChange = async (tx: Tx, { id, orderId }: OrderChange): Promise<StoredAttempt | undefined> =>
  (await attemptsOf(tx, orderId)).find(({ orderChangeId }) => orderChangeId === id);

/** The open attempt of a change, or another one, if that has ended. Null if the change does not wait any more. */
const usableAttempt = (
  { db, clock, gateways }: AppContextWithGateways,
  orderId: number,
  { ordered, lang }: { ordered: string; lang: Language },
): Promise<StoredAttempt | null> =>
  db.transaction(async (tx) => {
    const change = (await lockOrder(tx, orderId)) ? await openChangeOf(tx, orderId) : undefined;
    const now = clock.now();
    if (change?.state !== "waiting" || change.stockReservedUntil === null || change.stockReservedUntil <= now)
      return null;
    const last = await attemptOfChange(tx, change);
    if (last && isPending(last) && last.expiresAt !== null && last.expiresAt > now) return last;
    const method = last?.method ?? changeMethod(gateways, ordered, amountOfChange(change));
    return method && openChangeAttempt(tx, change, { method, lang, now });
  });

/**
 * Where the customer pays what a waiting change costs more; null if none waits any more.
 * @throws HttpError 503 if the gateway does not respond or declines
 */
export async function changePayUrl(
  shop: AppContextWithGateways,
  order: { id: number; paymentMethod: string },
  { ip, lang }: { ip: string; lang: Language },
): Promise<string | null> {
  const attempt = await usableAttempt(shop, order.id, { ordered: order.paymentMethod, lang });
  const gateway = attempt && shop.gateways.get(attempt.method);
  if (!attempt || !gateway) return null;
  return payUrlOf(attempt) ?? createAtGateway(shop, gateway, attempt, { ip, lang, expectedUsdCents: undefined });
}

/** Ends a change that was not paid: the order stays as it was, what was reserved for it returns to stock, and parts to the customer. */
export async function dropChange(
  tx: Tx,
  change: OrderChange,
  { state, now }: { state: "expired" | "discarded"; now: Date },
): Promise<void> {
  await releaseChangeStock(tx, change);
  await closeOpenAttempts(tx, change.orderId, now);
  await endOrderChange(tx, change, { state });
  await returnParts(tx, change.orderId, now);
}

async function expireChange(shop: AppContextWithGateways, { id, orderId }: OrderChange): Promise<void> {
  const { db, clock } = shop;
  const attempts = (await attemptsOf(db, orderId)).filter(
    (attempt) => attempt.orderChangeId === id && mayStillBePaid(attempt),
  );
  const silent: StoredAttempt[] = [];
  for (const attempt of attempts) if (!(await pollAndSettle(shop, attempt, { capture: false }))) silent.push(attempt);
  const now = clock.now();
  await db.transaction(async (tx) => {
    const change = (await lockOrder(tx, orderId)) ? await findOrderChange(tx, id) : undefined;
    if (change?.state !== "waiting" || change.stockReservedUntil === null || change.stockReservedUntil > now) return;
    if (silent.length === 0) return dropChange(tx, change, { state: "expired", now });
    // as an order, which is not cancelled either while its gateway may have been paid
    for (const attempt of silent) await notifyIfUnresponsive(tx, attempt, now);
    await tx.run(sql`update order_change set hold_until = ${new Date(now.getTime() + 2 * minuteMs)} where id = ${id}`);
  });
}

/** Ends the changes that were not paid in time; each gateway, and the bank's notifier, is polled once more before. */
export async function expireChanges(shop: AppContextWithGateways): Promise<void> {
  const due = await findUnpaidChanges(shop.db, shop.clock.now());
  const byTransfer = await shop.db.one(sql`
    select from order_change c where c.id = any(${due.map(({ id }) => id)}::integer[]) and ${isPaidByTransfer} limit 1`);
  // a transfer that is found now pays its change, which does not wait any more then
  if (byTransfer) await pollBankOnce(shop);
  await mapConcurrent(due, (change) => expireChange(shop, change), shop.log);
}

/** Returns what was paid for a change that the order does not allow any more. Call it with the order locked. */
export async function returnChangePayment(tx: Tx, change: OrderChange, now: Date): Promise<void> {
  const paid = (await attemptsOf(tx, change.orderId)).find(
    ({ orderChangeId, status }) => orderChangeId === change.id && status === "succeeded",
  );
  if (!paid) return;
  const { id, orderId, method, reference, amount, gatewayTransaction } = paid;
  await endAttempt(tx, id, { status: "to_refund", now, nextPollAt: null });
  const notedPayment = { orderId, method, reference, amount, transaction: gatewayTransaction ?? "" };
  await returnPayment(tx, paid, { notedPayment, note: "change_returned", now });
}
