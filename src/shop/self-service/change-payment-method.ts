import type { FastifyRequest } from "fastify";
import type { BodyOf } from "#contract/endpoint.ts";
import type { selfServiceEndpoints } from "#contract/endpoints/self-service.ts";
import type { Language } from "#contract/language.ts";
import type { UsdCents } from "#contract/money.ts";
import { isCashMethod, type PaymentMethod } from "#contract/payment-methods/index.ts";
import type { OtherPayment } from "#contract/self-service.ts";
import { amountsChanged, preparePayment, readAmounts } from "#shop/checkout/index.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { notFoundIn } from "#shop/kernel/request/not-found.ts";
import {
  findOrder,
  findOrderByIdempotencyKey,
  lockOrder,
  type Order,
  parseIdempotencyKey,
  type SubmitAttempt,
  storeIdempotencyKey,
} from "#shop/orders/index.ts";
import {
  type AppContextWithGateways,
  assertNoCapture,
  ChargeChangedError,
  codePrefixOf,
  hasTimeForAttempt,
  openNextAttempt,
  payUrlFor,
  pollOpenPayments,
  readPayableOrder,
  readUsdRate,
} from "#shop/payment-flow/index.ts";
import { closeOpenAttempts } from "#shop/payments/index.ts";
import { lockForChange, type OwnerChange, recordAct, throwState } from "./change-order.ts";
import { readState } from "./facts.ts";
import { actorOf, type OwnedOrder } from "./owner.ts";

interface PaymentMethodChange extends OwnedOrder {
  body: BodyOf<typeof selfServiceEndpoints.changePaymentMethod>;
}

/** @throws HttpError 400 for a method that is not offered, and for cash where nothing is delivered */
function assertOffered(
  shop: AppContextWithGateways,
  order: Order,
  { method, lang }: { method: PaymentMethod; lang: Language },
): void {
  if (!isCashMethod(method)) {
    if (shop.gateways.has(method)) return;
    throw new HttpError(400, "payment_method_not_offered", t(lang, "order_info.payment_unavailable"));
  }
  if (!order.charges.some(({ kind }) => kind === "shipping"))
    throw new HttpError(400, "cod_virtual", t(lang, "order_errors.cod_virtual"));
}

interface SwitchContext {
  change: OwnerChange;
  method: PaymentMethod;
  attempt: SubmitAttempt;
  limited: boolean;
  codePrefix: string | null;
  expectedUsdCents: UsdCents | undefined;
  now: Date;
}

/** Closes the open attempt and opens the next one, or expects cash; the order stays the same. */
async function switchMethod(
  tx: Tx,
  { change, method, attempt, limited, codePrefix, expectedUsdCents, now }: SwitchContext,
): Promise<void> {
  const { orderId, lang } = change;
  await lockOrder(tx, orderId);
  // a concurrent request with this key was faster
  if ((await findOrderByIdempotencyKey(tx, attempt, lang)) !== null) return;
  await lockForChange(tx, change);
  await assertNoCapture(tx, [orderId], { now, lang });
  const order = await findOrder(tx, orderId);
  if (!order || order.customerId === null) throw notFoundIn(lang);
  if (!isCashMethod(method) && !(await hasTimeForAttempt(tx, { orderId, method, now }))) await throwState(tx, change);
  await storeIdempotencyKey(tx, attempt, { orderId, now });
  await closeOpenAttempts(tx, orderId, now);
  await tx.run(sql`
    update orders set payment_method = ${method}, payment_method_title = ${t(lang, `payment_method.${method}`)}, modified_at = ${now}
    where id = ${orderId}`);
  const { customerId, lines } = order;
  const { phone } = order.billing;
  const total = await preparePayment(tx, orderId, {
    method,
    total: order.total,
    phone,
    buyer: { customerId },
    lines,
    limited,
    now,
    lang,
  });
  if (!isCashMethod(method) && total !== null) {
    const usdRate = await readUsdRate(tx, method);
    const next = await openNextAttempt(tx, { orderId, method, total, usdRate, now, lang, codePrefix });
    // thrown within the transaction, so that the order keeps its method
    if (expectedUsdCents !== undefined && next.amountUsdCents !== null && next.amountUsdCents !== expectedUsdCents)
      throw new ChargeChangedError(next.amountUsdCents);
  }
  const values = { from: order.paymentMethodTitle, to: t("vi", `payment_method.${method}`) };
  await recordAct(tx, orderId, { act: "payment_changed", values, now });
}

/** Switches the method, unless an earlier request with the same key has done so. */
async function switchMethodOnce(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  change: PaymentMethodChange,
): Promise<void> {
  const { owner, orderId, lang, body } = change;
  const method = body.payment_method;
  const attempt = parseIdempotencyKey(request.headers["idempotency-key"], {
    owner: `${actorOf(owner)}:order:${orderId}`,
    body,
    lang,
  });
  if ((await findOrderByIdempotencyKey(shop.db, attempt, lang)) !== null) return;
  const order = await findOrder(shop.db, orderId);
  if (!order) throw notFoundIn(lang);
  assertOffered(shop, order, { method, lang });
  await pollOpenPayments(shop, [orderId], { forCash: isCashMethod(method), lang });
  const { config, clock } = shop;
  const context: SwitchContext = {
    change: { owner, orderId, lang, version: body.version, actions: ["pay_other_way"] },
    ...{ method, attempt, limited: config.rateLimits, codePrefix: codePrefixOf(shop), now: clock.now() },
    expectedUsdCents: body.expected_usd_cents,
  };
  await shop.db.transaction((tx) => switchMethod(tx, context));
}

/** Where the order is paid now; "" for cash, and for one that is paid by now. */
async function urlOf(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { orderId, lang, body }: PaymentMethodChange,
): Promise<string> {
  if (isCashMethod(body.payment_method)) return "";
  const client = { ip: request.ip, lang, expectedUsdCents: body.expected_usd_cents };
  return (await payUrlFor(shop, await readPayableOrder(shop, orderId), client)) ?? "";
}

/**
 * Another payment method for an owner's unpaid order. The gateways are queried about the old attempt first: an order that is paid by now is
 * not paid again. A repeated request has the same result.
 * @throws HttpError 400 for a method that is not offered or a total beyond its limits; 404; 409 `lianne_state`, `payment_in_progress`,
 * `lianne_order_changed`; 422; 503 if a gateway does not respond
 */
export async function changePaymentMethod(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  change: PaymentMethodChange,
): Promise<OtherPayment> {
  const { orderId, lang, body } = change;
  try {
    await switchMethodOnce(shop, request, change);
    const payment_url = await urlOf(shop, request, change);
    return { order: await readState(shop.db, change), payment_url };
  } catch (error) {
    if (!(error instanceof ChargeChangedError)) throw error;
    const expected = { total: undefined, lines: undefined, usdCents: body.expected_usd_cents };
    throw amountsChanged(expected, { ...(await readAmounts(shop.db, orderId)), usdCents: error.usdCents }, lang);
  }
}
