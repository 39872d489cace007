import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import type { PaymentCreated } from "#contract/payment.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import { t } from "#shop/kernel/http/messages.ts";
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
import type { Checkout } from "../checkout/checkout.ts";
import { idempotencyKeyOf, findOrderByIdempotencyKey } from "../checkout/idempotency.ts";
import { lockOrder } from "../lock-order.ts";
import { priceOrder } from "../checkout/place-order.ts";
import { placedBy } from "../placed-by.ts";
import { isAwaitingPayment } from "./cancel-unpaid-order.ts";
import type { AppContextWithGateways } from "./paying-shop.ts";
import { openNextAttempt, submitCheckout } from "../checkout/submit-checkout.ts";
import { canRetryPayment } from "./payment-deadlines.ts";

interface Asking {
  request: FastifyRequest;
  lang: Language;
}

interface Row {
  id: number;
  orderKey: string;
  status: string;
  paymentMethod: OnlineMethod;
  total: number;
  waiting: boolean;
}

async function readOrder(shop: AppContextWithGateways, orderId: number): Promise<Row> {
  const row = await shop.db.one<Row>(sql`
    select id, order_key "orderKey", status, payment_method "paymentMethod", total, ${isAwaitingPayment} waiting
    from orders where id = ${orderId}`);
  if (!row) throw new Error(`order ${orderId} was placed and is not there`);
  return row;
}

function answer(shop: AppContextWithGateways, order: Row, payUrl: string | null, lang: Language): PaymentCreated {
  const { id, orderKey: order_key, status, paymentMethod: payment_method } = order;
  const url = payUrl ?? `${shop.config.publicUrl}/final-payment?order_id=${id}`;
  const message = t(lang, payUrl ? "payment_gateway.leaving" : "payment_gateway.see_order");
  const named = { order_id: id, id, order_key, payment_method, status, message };
  return { success: true, payment_url: url, redirect_url: url, ...named };
}

/** The order and its hold stay; the shopper may try again, or choose another way. */
async function fail(
  shop: AppContextWithGateways,
  attempt: StoredAttempt,
  error: UpstreamUnavailableError | GatewayDeclinedError,
  lang: Language,
) {
  const { db, clock, log } = shop;
  const { id: paymentId, method, reference } = attempt;
  const refused = error instanceof GatewayDeclinedError;
  const code = refused ? error.code : "";
  const payload = refused ? error.answer : { reason: error.message };
  const at = clock.now();
  const ending = { status: "failed", now: at, code, checkAfter: null } as const;
  await db.transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const isOpen = await tx.one(sql`select from payment where id = ${paymentId} and status = 'created'`);
    if (isOpen) await endAttempt(tx, paymentId, ending);
  });
  const verdict = refused ? "refused" : "no answer";
  await logPaymentEvent(db, { paymentId, method, channel: "begin", verdict, code, payload, at });
  log.warn({ reference, code, reason: error.message }, "a payment could not be begun at its gateway");
  const sentence = t(lang, "payment_gateway.unreachable", { method: t(lang, `payment_method.${method}`) });
  return new HttpError(503, "payment_gateway_unreachable", sentence);
}

/**
 * Opens an attempt at its gateway. Two calls for one attempt are one payment there, so that a repeated submit may do so too.
 * @returns where the shopper pays
 * @throws Refusal 503 where the gateway is silent, or will not
 */
async function begin(
  shop: AppContextWithGateways,
  gateway: Gateway,
  attempt: StoredAttempt,
  { request, lang }: Asking,
): Promise<string> {
  const { db, clock } = shop;
  try {
    const begun = await gateway.createPayment({ attempt, lang, ip: request.ip });
    await db.transaction((tx) => recordCreated(tx, attempt.id, begun));
    const { pay_url: _link, ...payload } = begun.request;
    const { id: paymentId, method } = attempt;
    await logPaymentEvent(db, { paymentId, method, channel: "begin", verdict: "begun", payload, at: clock.now() });
    return begun.payUrl;
  } catch (error) {
    if (error instanceof UpstreamUnavailableError || error instanceof GatewayDeclinedError)
      throw await fail(shop, attempt, error, lang);
    throw error;
  }
}

/** Another attempt on an order whose last one is over, unless somebody else has opened one meanwhile. */
const attemptAgain = (
  shop: AppContextWithGateways,
  order: Row,
  { last, lang }: { last: StoredAttempt; lang: Language },
): Promise<StoredAttempt | null> =>
  shop.db.transaction(async (tx) => {
    await lockOrder(tx, order.id);
    const attempts = await attemptsOf(tx, order.id);
    const now = shop.clock.now();
    const first = attempts.at(-1)?.createdAt ?? now;
    if (attempts[0]?.id !== last.id) return attempts[0] ?? null;
    const stillWaits = await tx.one(sql`
      select from orders where id = ${order.id} and ${isAwaitingPayment} and hold_until > ${now} and total = ${order.total}`);
    if (!stillWaits || !canRetryPayment(first, now)) return null;
    await closeOpenAttempts(tx, order.id, now);
    return openNextAttempt(tx, { orderId: order.id, method: last.method, total: order.total, now, lang });
  });

/** A link that can still be followed, and asks for what the order costs now. */
const isAlive = (attempt: StoredAttempt, { total }: Row, now: Date): boolean =>
  isPending(attempt) && attempt.amount === total && attempt.expiresAt !== null && attempt.expiresAt > now;

/** Where the shopper pays an order: the link that there is, or a new one; null where there is nothing to pay any more. */
async function payUrlFor(shop: AppContextWithGateways, order: Row, asking: Asking): Promise<string | null> {
  const [last] = await attemptsOf(shop.db, order.id);
  if (!order.waiting || !last) return null;
  const attempt = isAlive(last, order, shop.clock.now())
    ? last
    : await attemptAgain(shop, order, { last, lang: asking.lang });
  if (!attempt) return null;
  const gateway = shop.gateways.get(attempt.method);
  return payUrlOf(attempt) ?? (gateway ? begin(shop, gateway, attempt, asking) : null);
}

/**
 * `create-payment` of either gateway: places the order or takes an unpaid one up again, and opens its next attempt to pay.
 * The same submit again is the same order and, while it lives, the same link.
 * @throws Refusal 400 for what cannot be ordered and for a gateway that is not there, 422, 429, 503
 */
export async function createPayment(
  shop: AppContextWithGateways,
  { request, lang, customerId, checkout }: Asking & { customerId: number; checkout: Checkout },
): Promise<PaymentCreated> {
  const wording = { lang, lines: "items", address: "shipping_address" };
  const attempt = idempotencyKeyOf(request, `customer:${customerId}`, checkout);
  const known = await findOrderByIdempotencyKey(shop.db, request, attempt);
  if (known === null) shop.limits.consume(request, "orderByAccount", String(customerId));
  if (checkout.paymentMethod === "cod" || !shop.gateways.has(checkout.paymentMethod)) {
    await priceOrder(shop, checkout, wording);
    throw new HttpError(400, "payment_method_not_offered", t(lang, "order_info.payment_unavailable"));
  }
  const placed = placedBy(request, { customerId, attempt, now: shop.clock.now() });
  const orderId = known ?? (await submitCheckout(shop, { request, checkout, placed, wording })).orderId;
  const order = await readOrder(shop, orderId);
  return answer(shop, order, await payUrlFor(shop, order, { request, lang }), lang);
}
