import type { FastifyRequest } from "fastify";
import { languageOf } from "#shop/kernel/preferences.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { type Attempt, attemptOf, orderOfAttempt } from "./idempotency.ts";
import { placeCodOrder, priceOrder, type Wording } from "./place-order.ts";
import { readCodOrder } from "./read-cod-order.ts";

export interface Submitted {
  orderId: number;
  /** false when this submit had made its order before */
  fresh: boolean;
}

/**
 * One submit of the cash form by a logged-in customer: makes one order, however often it is sent.
 * @throws Refusal 400 for what cannot be ordered, 422 for a key used for something else, 429 over the limit
 */
export async function submitCodOrder(shop: Shop, request: FastifyRequest, customerId: number): Promise<Submitted> {
  const checkout = readCodOrder(request);
  const attempt = attemptOf(request, `customer:${customerId}`, checkout);
  const known = await orderOfAttempt(shop.db, request, attempt);
  if (known !== null) return { orderId: known, fresh: false };
  shop.limits.take(request, "orderByAccount", String(customerId));
  const wording: Wording = { lang: languageOf(request), lines: "line_items", address: "shipping" };
  const placed = {
    customerId,
    actor: `customer:${customerId}` as const,
    attempt,
    // without the zone of a link-local address, which the database does not take
    address: request.ip.replace(/%.*$/, ""),
    userAgent: request.headers["user-agent"] ?? "",
    now: shop.clock.now(),
  };
  try {
    const priced = await priceOrder(shop, checkout, wording);
    const orderId = await placeCodOrder(shop, checkout, { priced, placed, wording });
    return orderId === null ? await madeMeanwhile(shop, request, attempt) : { orderId, fresh: true };
  } catch (error) {
    // the same submit, sent twice at once, may have bought the last piece itself
    const orderId = await orderOfAttempt(shop.db, request, attempt);
    if (orderId !== null) return { orderId, fresh: false };
    throw error;
  }
}

async function madeMeanwhile(shop: Shop, request: FastifyRequest, attempt: Attempt): Promise<Submitted> {
  const orderId = await orderOfAttempt(shop.db, request, attempt);
  if (orderId === null) throw new Error("an attempt was refused as made, and has no order");
  return { orderId, fresh: false };
}
