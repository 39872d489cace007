import type { FastifyRequest } from "fastify";
import { languageOf } from "#shop/kernel/http/request-language.ts";
import { idempotencyKeyOf, findSubmitState } from "./idempotency.ts";
import { isAwaitingPayment } from "../payment-flow/cancel-unpaid-order.ts";
import type { AppContextWithGateways } from "../payment-flow/paying-shop.ts";
import { type SubmitResult, submitCheckout } from "./submit-checkout.ts";
import type { FieldNames } from "./place-order.ts";
import { placedBy } from "../placed-by.ts";
import { readCodOrder } from "./read-cod-order.ts";

/** What became of one submit; `fresh` is false where an order that was there already is its answer. */
export type Submitted = SubmitResult;

/**
 * One submit of the cash form by a logged-in customer: makes one order, however often it is sent. An order of theirs that waits
 * to be paid online, with the same lines, becomes it.
 * @throws Refusal 400 for what cannot be ordered, 422 for a key used for something else, 429 over the limit, 503 where it
 * cannot be known whether that other order is paid
 */
export async function submitCodOrder(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  customerId: number,
): Promise<Submitted> {
  const checkout = readCodOrder(request);
  const attempt = idempotencyKeyOf(request, `customer:${customerId}`, checkout);
  const { orderId, waits } = await findSubmitState(shop.db, request, {
    attempt,
    customerId,
    waiting: isAwaitingPayment,
  });
  if (orderId !== null) return { orderId, fresh: false };
  shop.limits.consume(request, "orderByAccount", String(customerId));
  const wording: FieldNames = { lang: languageOf(request), lines: "line_items", address: "shipping" };
  const placed = placedBy(request, { customerId, attempt, now: shop.clock.now() });
  return submitCheckout(shop, { request, checkout, placed, wording, waits });
}
