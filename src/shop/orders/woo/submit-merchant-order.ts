import type { FastifyRequest } from "fastify";
import type { CreateOrder } from "#contract/woo/order-write.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type SubmitAttempt, idempotencyKeyOf, findOrderByIdempotencyKey } from "../checkout/idempotency.ts";
import type { Submitted } from "../checkout/submit-order.ts";
import { createOrder } from "./create-order.ts";

async function knownOrder(
  shop: AppContext,
  request: FastifyRequest,
  attempt: SubmitAttempt | null,
): Promise<number | null> {
  return attempt && findOrderByIdempotencyKey(shop.db, request, attempt);
}

/**
 * One order of a merchant's program. With an `Idempotency-Key` it makes one order, however often it is sent; without one,
 * an order each time, as in WooCommerce.
 * @throws Refusal 400 for what cannot be, 422 for a key used for something else
 */
export async function submitMerchantOrder(
  shop: AppContext,
  request: FastifyRequest,
  { body, keyId }: { body: CreateOrder; keyId: number },
): Promise<Submitted> {
  const owner = `merchant:${keyId}` as const;
  const attempt = request.headers["idempotency-key"] === undefined ? null : idempotencyKeyOf(request, owner, body);
  const known = await knownOrder(shop, request, attempt);
  if (known !== null) return { orderId: known, fresh: false };
  try {
    const orderId = await createOrder(shop, body, { actor: owner, attempt, now: shop.clock.now() });
    return { orderId, fresh: true };
  } catch (error) {
    // the same order, sent twice at once: the other one made it, and may have taken the last piece itself
    const orderId = await knownOrder(shop, request, attempt);
    if (orderId !== null) return { orderId, fresh: false };
    throw error;
  }
}
