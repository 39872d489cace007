import type { Dong, UsdCents } from "#contract/money.ts";
import type { Language } from "#contract/language.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { isAwaitingPayment, lockOrder } from "#shop/orders/index.ts";
import {
  attemptsOf,
  closeOpenAttempts,
  endAttempt,
  type Gateway,
  GatewayDeclinedError,
  isPending,
  logPaymentEvent,
  type OnlineMethod,
  payUrlOf,
  recordCreated,
  type StoredAttempt,
} from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "./app-context-with-gateways.ts";
import { codePrefixOf, openNextAttempt, readUsdRate } from "./open-next-attempt.ts";
import { canRetryPayment } from "./payment-deadlines.ts";

/** The client that is sent to the gateway. */
interface PayingClient {
  /** recorded by the gateway with the payment */
  ip: string;
  lang: Language;
  /** what the customer saw as charged; undefined if the client did not send it */
  expectedUsdCents: UsdCents | undefined;
}

/** The attempt charges other dollars than the customer saw. */
export class ChargeChangedError extends Error {
  readonly usdCents: UsdCents;
  constructor(usdCents: UsdCents) {
    super("the charge in dollars has changed");
    this.usdCents = usdCents;
  }
}

/** @throws ChargeChangedError */
function assertCharge({ amountUsdCents: cents }: StoredAttempt, { expectedUsdCents: expected }: PayingClient): void {
  if (expected !== undefined && cents !== null && cents !== expected) throw new ChargeChangedError(cents);
}

/** An order that is paid online. */
export interface PayableOrder {
  id: number;
  orderKey: string;
  status: string;
  paymentMethod: OnlineMethod;
  total: Dong;
  awaitsPayment: boolean;
}

export async function readPayableOrder(shop: AppContextWithGateways, orderId: number): Promise<PayableOrder> {
  const row = await shop.db.one<PayableOrder>(sql`
    select id, order_key "orderKey", status, payment_method "paymentMethod", total, ${isAwaitingPayment} "awaitsPayment"
    from orders where id = ${orderId}`);
  if (!row) throw new Error(`order ${orderId} was placed but was not found`);
  return row;
}

/** Ends an attempt that its gateway did not accept. The order and its reservation stay: the customer may retry. */
async function failAttempt(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  error: UpstreamUnavailableError | GatewayDeclinedError,
  lang: Language,
): Promise<HttpError> {
  const { db, clock, log } = shop;
  const { id: paymentId, method, reference } = attempt;
  const declined = error instanceof GatewayDeclinedError;
  const code = declined ? error.code : "";
  const payload = declined ? error.response : { reason: error.message };
  const at = clock.now();
  const ending = { status: "failed", now: at, code, nextPollAt: null } as const;
  await db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const isUnchanged = await tx.one(sql`select from payment where id = ${paymentId} and status = 'created'`);
    if (isUnchanged) await endAttempt(tx, paymentId, ending);
  });
  await logPaymentEvent(db, {
    paymentId,
    method,
    channel: "create",
    result: declined ? "declined" : "no_response",
    code,
    payload,
    at,
  });
  log.warn({ reference, code, reason: error.message }, "the gateway did not create a payment");
  const message = t(lang, "payment_gateway.unreachable", { method: t(lang, `payment_method.${method}`) });
  return new HttpError(503, "payment_gateway_unreachable", message);
}

/**
 * Creates an attempt's payment at its gateway. Idempotent there: two calls for one attempt are one payment.
 * @returns the URL of the gateway's payment page
 * @throws HttpError 503 if the gateway does not respond or declines
 */
export async function createAtGateway(
  shop: AppContextWithGateways,
  gateway: Gateway,
  attempt: StoredAttempt,
  { ip, lang }: PayingClient,
): Promise<string> {
  const { db, clock } = shop;
  try {
    const session = await gateway.createPayment({ attempt, lang, ip });
    await db.transaction((tx) => recordCreated(tx, attempt.id, session));
    const { pay_url: _link, ...payload } = session.request;
    const { id: paymentId, method } = attempt;
    await logPaymentEvent(db, { paymentId, method, channel: "create", result: "created", payload, at: clock.now() });
    return session.payUrl;
  } catch (error) {
    if (error instanceof UpstreamUnavailableError || error instanceof GatewayDeclinedError)
      throw await failAttempt(shop, attempt, error, lang);
    throw error;
  }
}

/** Opens another attempt if the order is still unpaid; returns the attempt of a concurrent request if there is one. */
const openAnotherAttempt = (
  shop: AppContextWithGateways,
  order: PayableOrder,
  { last, client }: { last: StoredAttempt; client: PayingClient },
): Promise<StoredAttempt | null> =>
  shop.db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const attempts = await attemptsOf(tx, order.id);
    const now = shop.clock.now();
    const first = attempts.at(-1)?.createdAt ?? now;
    if (attempts[0]?.id !== last.id) return attempts[0] ?? null;
    const isUnchanged = await tx.one(sql`
      select from orders where id = ${order.id} and ${isAwaitingPayment} and stock_reserved_until > ${now} and total = ${order.total}`);
    if (!isUnchanged || !canRetryPayment(first, now)) return null;
    await closeOpenAttempts(tx, order.id, now);
    const { method } = last;
    const next = { orderId: order.id, method, total: order.total, usdRate: await readUsdRate(tx, method) };
    const attempt = await openNextAttempt(tx, {
      ...next,
      ...{ now, lang: client.lang, codePrefix: codePrefixOf(shop) },
    });
    assertCharge(attempt, client); // throws within the transaction, so that the attempt is not stored
    return attempt;
  });

/** True while the attempt's link is valid and its amount is the order's current total. */
const isUsable = (attempt: StoredAttempt, { total }: PayableOrder, now: Date): boolean =>
  isPending(attempt) && attempt.amount === total && attempt.expiresAt !== null && attempt.expiresAt > now;

/**
 * The URL where the customer pays an order, existing or new; null if there is nothing to pay.
 * @throws ChargeChangedError if the customer saw another amount, HttpError 503 if the gateway does not respond or declines
 */
export async function payUrlFor(
  shop: AppContextWithGateways,
  order: PayableOrder,
  client: PayingClient,
): Promise<string | null> {
  const [last] = await attemptsOf(shop.db, order.id);
  if (!order.awaitsPayment || !last) return null;
  const attempt = isUsable(last, order, shop.clock.now())
    ? last
    : await openAnotherAttempt(shop, order, { last, client });
  if (!attempt) return null;
  assertCharge(attempt, client);
  const gateway = shop.gateways.get(attempt.method);
  return payUrlOf(attempt) ?? (gateway ? createAtGateway(shop, gateway, attempt, client) : null);
}
