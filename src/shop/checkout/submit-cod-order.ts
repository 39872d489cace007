import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import { type Buyer, buyerName } from "#shop/kernel/auth/buyer.ts";
import { findSubmitState, parseIdempotencyKey, type SubmitResult } from "#shop/orders/index.ts";
import type { AppContextWithGateways } from "#shop/payment-flow/index.ts";
import { cartReader, countOrder, placedBy } from "./placed-by.ts";
import { readCodOrder } from "./read-cod-order.ts";
import { isEmailOptional, mayLackEmail } from "./email-optional.ts";
import { submitCheckout } from "./submit-checkout.ts";
import { mayBecomePaid } from "./unpaid-orders.ts";

/**
 * Processes one submit of the cash order form by a customer or guest: creates one order however often it is sent. The
 * buyer's unpaid online order with the same lines becomes the cash order.
 * @throws HttpError 400 for what cannot be ordered, 422 for a key used with another body, 429 over the limit, 503 if it
 * cannot be determined whether that other order is paid
 */
export async function submitCodOrder(
  shop: AppContextWithGateways,
  request: FastifyRequest,
  { buyer, lang }: { buyer: Buyer; lang: Language },
): Promise<SubmitResult> {
  const checkout = readCodOrder(request, { emailOptional: mayLackEmail(shop, buyer), lang });
  const owner = buyerName(buyer);
  const attempt = parseIdempotencyKey(request.headers["idempotency-key"], { owner, body: checkout, lang });
  const now = shop.clock.now();
  const query = { buyer, unpaid: mayBecomePaid(now), lang };
  const { orderId, hasUnpaid } = await findSubmitState(shop.db, attempt, query);
  if (orderId !== null) return { orderId, isNew: false };
  // not for a repeated form: its order exists, though no more codes can be sent
  if (!checkout.email && !(await isEmailOptional(shop, buyer))) readCodOrder(request, { emailOptional: false, lang });
  countOrder(shop, request, buyer);
  const fields = { lang, lines: "line_items", address: "shipping" };
  const placed = placedBy(request, { buyer, attempt, now });
  return submitCheckout(shop, { checkout, placed, fields, hasUnpaid, readCart: cartReader(shop, request) });
}
