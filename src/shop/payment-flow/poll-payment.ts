import { minuteMs } from "#shop/kernel/base/clock.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { lockOrder } from "#shop/orders/index.ts";
import {
  type Attempt,
  attemptsOf,
  logPaymentEvent,
  type PaymentStatusResult,
  type StoredAttempt,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { captureDeadline } from "./payment-deadlines.ts";
import { applyPaymentStatus, type SettlementResult } from "./settle-payment.ts";

/** Longer than a gateway takes to capture a payment. */
const captureTimeMs = minuteMs;

/**
 * Whether an order may still be paid by this attempt. If so, extends its stock reservation for the time of the capture, so
 * that the order does not expire during it; the changed deadline also ends the claim of a concurrent expiry job.
 */
async function reserveForCapture(tx: Tx, { id, orderId, method, amount }: Attempt, now: Date): Promise<boolean> {
  if (!(await lockOrder(tx, orderId))) return false;
  const attempts = await attemptsOf(tx, orderId);
  const until = captureDeadline(attempts.at(-1)?.createdAt ?? now);
  // repeated returns from the gateway must not extend the reservation without end
  if (attempts[0]?.id !== id || now > until) return false;
  const extended = await tx.run(sql`
    update orders
    set stock_reserved_until = greatest(stock_reserved_until + interval '1 millisecond', ${new Date(now.getTime() + captureTimeMs)})
    where id = ${orderId} and status = 'pending' and stock_reserved_until < ${until} and payment_method = ${method}
      and total = ${amount}`);
  return extended > 0;
}

/** {@link reserveForCapture} in its own transaction. */
export const canCapture = ({ db, clock }: AppContextWithGateways, attempt: Attempt): Promise<boolean> =>
  db.transaction((tx) => reserveForCapture(tx, attempt, clock.now()));

/**
 * Queries the gateway for an attempt's status and logs the response. Never call it inside a transaction.
 * @param capture whether the gateway shall capture an approved payment
 * @returns null if the gateway does not respond or is not configured any more
 */
export async function queryGateway(
  shop: AppContextWithGateways,
  attempt: Attempt,
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
  attempt: Attempt,
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

/** A customer is waiting: polls a gateway that did not respond in one minute instead of five. */
export const scheduleEarlyPoll = ({ db, clock }: AppContextWithGateways, { id }: Attempt): Promise<unknown> =>
  db.write(sql`
    update payment set next_poll_at = least(next_poll_at, ${new Date(clock.now().getTime() + minuteMs)})
    where id = ${id} and status in ('created', 'pending')`);
