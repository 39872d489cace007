import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { findSubmitState, parseIdempotencyKey, type SubmitResult } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { cartReader, placedBy } from "./placed-by.ts";
import { readCodOrder } from "./read-cod-order.ts";
import { submitCheckout } from "./submit-checkout.ts";
import { mayBecomePaid } from "./unpaid-orders.ts";

/**
 * Processes one submit of the cash order form by a logged-in customer: creates one order however often it is sent. The
 * customer's unpaid online order with the same lines becomes the cash order.
 * @throws HttpError 400 for what cannot be ordered, 422 for a key used with another body, 429 over the limit, 503 if it
 * cannot be determined whether that other order is paid
 */
export async function submitCodOrder(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { customerId, lang }: { customerId: number; lang: Language },
): Promise<SubmitResult> {
  const checkout = readCodOrder(request, lang);
  const owner = `customer:${customerId}`;
  const attempt = parseIdempotencyKey(request.headers["idempotency-key"], { owner, body: checkout, lang });
  const now = shop.clock.now();
  const query = { customerId, unpaid: mayBecomePaid(now), lang };
  const { orderId, hasUnpaid } = await findSubmitState(shop.db, attempt, query);
  if (orderId !== null) return { orderId, isNew: false };
  shop.limits.consume(request, "orderByAccount", String(customerId));
  const fields = { lang, lines: "line_items", address: "shipping" };
  const placed = placedBy(request, { customerId, attempt, now });
  return submitCheckout(shop, { checkout, placed, fields, hasUnpaid, readCart: cartReader(shop, request) });
}
