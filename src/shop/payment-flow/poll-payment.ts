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
import { applyPaymentStatus, type Settled } from "./settle-payment.ts";

/** Longer than a gateway takes to take money. */
const takingMs = minuteMs;

/**
 * Whether an order still wants an attempt's money. If it does, it is held while the gateway takes it: what is under way does
 * not expire, not even in the hands of whoever is asking for the last time (whose hold is another one then).
 */
async function wantsMoney(tx: Tx, { id, orderId, method, amount }: Attempt, now: Date): Promise<boolean> {
  if (!(await lockOrder(tx, orderId))) return false;
  const attempts = await attemptsOf(tx, orderId);
  const until = captureDeadline(attempts.at(-1)?.createdAt ?? now);
  // whoever comes back again and again does not hold the pieces for ever
  if (attempts[0]?.id !== id || now > until) return false;
  const held = await tx.run(sql`
    update orders
    set hold_until = greatest(hold_until + interval '1 millisecond', ${new Date(now.getTime() + takingMs)})
    where id = ${orderId} and status = 'pending' and hold_until < ${until} and payment_method = ${method}
      and total = ${amount}`);
  return held > 0;
}

/** The same, in a transaction of its own. */
export const canCapture = ({ db, clock }: AppContextWithGateways, attempt: Attempt): Promise<boolean> =>
  db.transaction((tx) => wantsMoney(tx, attempt, clock.now()));

/**
 * Asks the gateway what became of an attempt and writes down what it says. Never inside a transaction.
 * @param take whether it is to take what the shopper has approved
 * @returns null where it does not answer, or is not a gateway of this shop any more
 */
export async function queryGateway(
  shop: AppContextWithGateways,
  attempt: Attempt,
  { take }: { take: boolean },
): Promise<PaymentStatusResult | null> {
  const { db, clock, gateways, log } = shop;
  const { id: paymentId, method, reference } = attempt;
  const event = { paymentId, method, channel: "ask" } as const;
  const gateway = gateways.get(method);
  if (!gateway) {
    log.info({ reference }, `a payment by ${method} cannot be asked about: its credentials are not set`);
    return null;
  }
  try {
    const verdict = await gateway.retrievePayment(attempt, { capture: take });
    const { outcome, code, response: payload } = verdict;
    await logPaymentEvent(db, { ...event, result: outcome, code, payload, at: clock.now() });
    return verdict;
  } catch (error) {
    if (!(error instanceof UpstreamUnavailableError)) throw error;
    log.info({ reference, reason: error.message }, "a gateway does not say what became of a payment");
    const payload = { reason: error.message };
    await logPaymentEvent(db, { ...event, result: "no answer", payload, at: clock.now() });
    return null;
  }
}

/** Lets take effect what the gateway has said when the shop asked. */
export const applyGatewayStatus = (
  shop: AppContextWithGateways,
  attempt: Attempt,
  verdict: PaymentStatusResult,
): Promise<Settled> => applyPaymentStatus(shop, attempt, { verdict, channel: "ask" });

/** Asks, and lets the answer take effect. @returns null where the gateway does not answer: not asked is not unpaid */
export async function pollAndSettle(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  options: { take: boolean },
): Promise<Settled | null> {
  const verdict = await queryGateway(shop, attempt, options);
  return verdict && applyGatewayStatus(shop, attempt, verdict);
}

/** Somebody waits for the answer: the gateway that was silent is asked again in a minute, not in five. */
export const scheduleEarlyPoll = ({ db, clock }: AppContextWithGateways, { id }: Attempt): Promise<unknown> =>
  db.write(sql`
    update payment set check_after = least(check_after, ${new Date(clock.now().getTime() + minuteMs)})
    where id = ${id} and status in ('created', 'pending')`);
