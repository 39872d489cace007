import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/language.ts";
import type { CreateOrder } from "#contract/woo/order-write.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Merchant } from "#shop/kernel/auth/keys.ts";
import { findOrderByIdempotencyKey, parseIdempotencyKey, type SubmitResult } from "../idempotency.ts";
import { createOrder } from "./create-order.ts";

/**
 * Creates an order for a merchant. With an `Idempotency-Key` retries return the first order; without one each
 * request creates an order, as in WooCommerce.
 * @throws HttpError 400 for an invalid order, 422 for a key used with another body
 */
export async function submitMerchantOrder(
  shop: AppContext,
  request: FastifyRequest,
  { body, actor, lang }: { body: CreateOrder; actor: Merchant["actor"]; lang: Language },
): Promise<SubmitResult> {
  const key = request.headers["idempotency-key"];
  const attempt = key === undefined ? null : parseIdempotencyKey(key, { owner: actor, body, lang });
  const findExisting = async () => attempt && findOrderByIdempotencyKey(shop.db, attempt, lang);
  const existing = await findExisting();
  if (existing !== null) return { orderId: existing, isNew: false };
  try {
    const orderId = await createOrder(shop, body, { actor, attempt, now: shop.clock.now() });
    return { orderId, isNew: true };
  } catch (error) {
    // a concurrent request of the same submit may have created the order, and bought the last unit
    const orderId = await findExisting();
    if (orderId !== null) return { orderId, isNew: false };
    throw error;
  }
}
