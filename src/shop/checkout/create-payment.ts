import { isCashMethod } from "#contract/payment-methods/index.ts";
import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import type { PaymentCreated } from "#contract/payment.ts";
import { type Buyer, buyerName } from "#shop/kernel/auth/buyer.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findOrderByIdempotencyKey, parseIdempotencyKey } from "#shop/orders/index.ts";
import {
  type AppContextWithGateways,
  ChargeChangedError,
  type PayableOrder,
  payUrlFor,
  readPayableOrder,
} from "#shop/payment-flow/index.ts";
import type { Checkout } from "./checkout.ts";
import { isEmailOptional } from "./email-optional.ts";
import { amountsChanged } from "./expected-order.ts";
import { priceOrder } from "./place-order.ts";
import { checkOnlineForm } from "./read-online-order.ts";
import { cartReader, countOrder, placedBy } from "./placed-by.ts";
import { submitCheckout } from "./submit-checkout.ts";
import { readAmounts } from "./unpaid-orders.ts";

function toResponse(
  shop: AppContextWithGateways,
  order: PayableOrder,
  payUrl: string | null,
  lang: Language,
): PaymentCreated {
  const { id, orderKey: order_key, status, paymentMethod: payment_method } = order;
  const url = payUrl ?? `${shop.config.publicUrl}/final-payment?order_id=${id}`;
  const message = t(lang, payUrl ? "payment_gateway.leaving" : "payment_gateway.see_order");
  const fields = { order_id: id, id, order_key, payment_method, status, message };
  return { success: true, payment_url: url, redirect_url: url, ...fields };
}

/**
 * `create-payment` of either gateway: places the order or resumes an unpaid one, and opens its next payment attempt. A
 * retry of the same submit returns the same order and, while it is valid, the same link.
 * @throws HttpError 400 for what cannot be ordered and for a gateway that is not configured, 409 for other amounts than the
 * customer saw, 422, 429, 503
 */
export async function createPayment(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { checkout, buyer, lang }: { checkout: Checkout; buyer: Buyer; lang: Language },
): Promise<PaymentCreated> {
  const fields = { lang, lines: "items", address: "shipping_address" };
  const owner = buyerName(buyer);
  const attempt = parseIdempotencyKey(request.headers["idempotency-key"], { owner, body: checkout, lang });
  const existing = await findOrderByIdempotencyKey(shop.db, attempt, lang);
  if (existing === null) {
    if (!checkout.email && !(await isEmailOptional(shop, buyer))) checkOnlineForm(request, { emailOptional: false });
    countOrder(shop, request, buyer);
  }
  if (isCashMethod(checkout.paymentMethod) || !shop.gateways.has(checkout.paymentMethod)) {
    await priceOrder(shop, checkout, fields);
    throw new HttpError(400, "payment_method_not_offered", t(lang, "order_info.payment_unavailable"));
  }
  const placed = placedBy(request, { buyer, attempt, now: shop.clock.now() });
  const submission = { checkout, placed, fields, readCart: cartReader(shop, request) };
  const orderId = existing ?? (await submitCheckout(shop, submission)).orderId;
  const order = await readPayableOrder(shop, orderId);
  const { expected } = checkout;
  const client = { ip: request.ip, lang, expectedUsdCents: expected.usdCents };
  const payUrl = await payUrlFor(shop, order, client).catch(async (error: unknown) => {
    if (!(error instanceof ChargeChangedError)) throw error;
    const { usdCents } = error;
    throw amountsChanged(expected, { ...(await readAmounts(shop.db, orderId)), usdCents }, lang);
  });
  return toResponse(shop, order, payUrl, lang);
}
