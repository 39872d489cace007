import { onlineMethodOf } from "#contract/payment-methods/index.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { lockOrder } from "#shop/orders/index.ts";
import {
  type PaymentAttempt,
  attemptsOf,
  findAttempt,
  logPaymentEvent,
  type PaymentStatusResult,
  type StoredAttempt,
} from "#shop/payments/index.ts";
import type { Language } from "#contract/language.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { captureDeadline } from "./payment-deadlines.ts";
import { applyPaymentStatus, type SettlementResult } from "./settle-payment.ts";

/** Longer than a gateway takes to capture a payment. */
const captureTimeMs = minuteMs;

/** Whether an attempt may be captured; it locks the order. */
type Reserve = (tx: Tx, attempt: PaymentAttempt, now: Date) => Promise<boolean>;

/** Whether a change of an order may still be paid. If so, extends its time, so that it does not expire during the capture. */
const reserveChange = async (tx: Tx, changeId: number, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update order_change set hold_until = greatest(hold_until, ${new Date(now.getTime() + captureTimeMs)}::timestamptz)
    where id = ${changeId} and state = 'waiting' and hold_until > ${now}`)) > 0;

/**
 * Whether an order may still be paid by this attempt. If so, extends its stock reservation for the time of the capture, so
 * that the order does not expire during it; the changed deadline also ends the claim of a concurrent expiry job.
 */
const reserveForCapture: Reserve = async (tx, { id, orderId, method, amount }, now) => {
  if (!(await lockOrder(tx, orderId))) return false;
  const { orderChangeId = null } = (await findAttempt(tx, id)) ?? {};
  if (orderChangeId !== null) return reserveChange(tx, orderChangeId, now);
  const attempts = await attemptsOf(tx, orderId);
  const [newest] = attempts;
  if (newest?.id !== id) return false;
  const until = captureDeadline(attempts.at(-1)?.createdAt ?? now, newest);
  // repeated returns from the gateway must not extend the reservation without end
  if (now > until) return false;
  const extended = await tx.run(sql`
    update orders
    set stock_reserved_until = greatest(stock_reserved_until + interval '1 millisecond', ${new Date(now.getTime() + captureTimeMs)})
    where id = ${orderId} and status = 'pending' and stock_reserved_until < ${until} and payment_method = ${method}
      and total = ${amount}`);
  return extended > 0;
};

/**
 * Marks that a capture is in progress, so that no other submit replaces the order.
 * @returns the end of the mark, by which it is removed; null for a gateway without captures
 */
async function markCapture(tx: Tx, { id, method }: PaymentAttempt, now: Date): Promise<Date | null> {
  if (!onlineMethodOf(method).captured) return null;
  const row = await tx.one<{ until: Date }>(sql`
    update payment set capture_until =
      greatest(capture_until + interval '1 millisecond', ${new Date(now.getTime() + captureTimeMs)}::timestamptz)
    where id = ${id} returning capture_until "until"`);
  return row?.until ?? null;
}

/**
 * Queries the gateway, captures an approved payment if the order may still be paid by it, and applies the result.
 * @returns null if the gateway does not respond: the payment may have been captured
 */
export async function captureAndSettle(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  reserve: Reserve = reserveForCapture,
): Promise<SettlementResult | null> {
  const { db, clock } = shop;
  const now = clock.now();
  const { capture, until } = await db.transaction(async (tx) =>
    (await reserve(tx, attempt, now))
      ? { capture: true, until: await markCapture(tx, attempt, now) }
      : { capture: false, until: null },
  );
  const settled = await pollAndSettle(shop, attempt, { capture });
  // another process may have begun a capture since
  if (until !== null && settled !== null)
    await db.write(sql`update payment set capture_until = null where id = ${attempt.id} and capture_until = ${until}`);
  return settled;
}

/**
 * Rejects a change of orders while one of them is being paid by a capture. Call it with the orders locked.
 * @throws HttpError 409 with the order's number
 */
export async function assertNoCapture(
  tx: Tx,
  orderIds: readonly number[],
  { now, lang }: { now: Date; lang: Language },
): Promise<void> {
  if (orderIds.length === 0) return;
  const captured = await tx.one<{ order: number }>(sql`
    select order_id "order" from payment where order_id = any(${[...orderIds]}::integer[]) and capture_until > ${now} limit 1`);
  if (captured) throw new HttpError(409, "payment_in_progress", t(lang, "payment_gateway.in_progress", captured));
}

/**
 * Queries the gateway for an attempt's status and logs the response. Never call it inside a transaction.
 * @param capture whether the gateway shall capture an approved payment
 * @returns null if the gateway does not respond or is not configured any more
 */
export async function queryGateway(
  shop: AppContextWithGateways,
  attempt: PaymentAttempt,
  { capture }: { capture: boolean },
): Promise<PaymentStatusResult | null> {
  const { db, clock, gateways, log } = shop;
  const { id: paymentId, method, reference } = attempt;
  const event = { paymentId, method, channel: "query" } as const;
  const gateway = gateways.get(method);
  if (!gateway) {
    log.info({ reference }, `a payment by ${method} cannot be polled: its credentials are not set`);
    return null;
  }
  try {
    const result = await gateway.retrievePayment(attempt, { capture });
    const { outcome, code, response: payload } = result;
    await logPaymentEvent(db, { ...event, result: outcome, code, payload, at: clock.now() });
    return result;
  } catch (error) {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    log.info({ reference, reason: error.message }, "a gateway did not respond to a payment query");
    const payload = { reason: error.message };
    await logPaymentEvent(db, { ...event, result: "no_response", payload, at: clock.now() });
    return null;
  }
}

/** Applies a status that the shop has queried. */
export const applyGatewayStatus = (
  shop: AppContextWithGateways,
  attempt: PaymentAttempt,
  result: PaymentStatusResult,
): Promise<SettlementResult> => applyPaymentStatus(shop, attempt, { result, channel: "query" });

/** Queries the gateway and applies the result. @returns null if it does not respond, which does not mean unpaid */
export async function pollAndSettle(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  options: { capture: boolean },
): Promise<SettlementResult | null> {
  const result = await queryGateway(shop, attempt, options);
  return result && applyGatewayStatus(shop, attempt, result);
}

/**
 * Schedules the next poll in one minute instead of five: the gateway did not respond while a customer waits for the
 * result.
 */
export const scheduleEarlyPoll = ({ db, clock }: AppContextWithGateways, { id }: PaymentAttempt): Promise<unknown> =>
  db.write(sql`
    update payment set next_poll_at = least(next_poll_at, ${new Date(clock.now().getTime() + minuteMs)})
    where id = ${id} and status in ('created', 'pending')`);
