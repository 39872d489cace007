import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Cart } from "#contract/cart.ts";
import { guestFormField } from "#contract/order.ts";
import { readCart } from "#shop/cart/index.ts";
import { productDetailsOf } from "#shop/catalog/index.ts";
import { toInet } from "#shop/kernel/base/client-address.ts";
import { networkOf, tooManyRequests } from "#shop/kernel/limits/rate-limits.ts";
import { type Buyer, buyerName, isGuest } from "#shop/kernel/auth/buyer.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { ownReservedStock } from "#shop/orders/index.ts";
import { isFilledByBot } from "./checkout.ts";
import type { Placed } from "./write-order.ts";

/** `Retry-After` of a refused program */
const retryAfterSeconds = 60;
const GuestFormOf = z.object(guestFormField);

/** Counts a new order of the buyer, and for a guest of the network address. @throws HttpError 429 */
export function countOrder({ limits }: AppContext, request: FastifyRequest, buyer: Buyer): void {
  if (!isGuest(buyer)) {
    limits.consume(request, "orderByAccount", String(buyer.customerId));
    return;
  }
  const form = GuestFormOf.safeParse(request.body).data?.guest_form;
  if (isFilledByBot(form)) throw tooManyRequests(request, retryAfterSeconds);
  limits.consume(request, "guestOrderByAccount", buyerName(buyer));
  limits.consume(request, "guestOrderByAddress", request.ip);
}

/** The buyer, client and submit behind a new order. */
export const placedBy = (
  request: FastifyRequest,
  { buyer, attempt, now }: Pick<Placed, "buyer" | "attempt" | "now">,
): Placed => ({
  ...{ buyer, customerId: buyer.customerId, attempt, now },
  // of a guest there is no more than the order itself
  actor: `customer:${buyer.customerId ?? 0}`,
  network: networkOf(request.ip),
  address: toInet(request.ip),
  userAgent: request.headers["user-agent"] ?? "",
});

/** Reads the cart of the request's customer, when it is needed. */
export const cartReader =
  ({ db, clock, cache }: AppContext, request: FastifyRequest) =>
  (): Promise<Cart> =>
    readCart({ db, clock, products: productDetailsOf(cache), reservedStock: ownReservedStock }, request);
