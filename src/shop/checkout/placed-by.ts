import type { FastifyRequest } from "fastify";
import type { Cart } from "#contract/cart.ts";
import { readCart } from "#shop/cart/index.ts";
import { productDetailsOf } from "#shop/catalog/index.ts";
import { toInet } from "#shop/kernel/base/client-address.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { ownReservedStock } from "#shop/orders/index.ts";
import type { Placed } from "./write-order.ts";

/** The customer, client and submit behind a new order. */
export const placedBy = (
  request: FastifyRequest,
  { customerId, attempt, now }: Pick<Placed, "customerId" | "attempt" | "now">,
): Placed => ({
  ...{ customerId, attempt, now },
  actor: `customer:${customerId}`,
  address: toInet(request.ip),
  userAgent: request.headers["user-agent"] ?? "",
});

/** Reads the cart of the request's customer, when it is needed. */
export const cartReader =
  ({ db, clock, cache }: AppContext, request: FastifyRequest) =>
  (): Promise<Cart> =>
    readCart({ db, clock, products: productDetailsOf(cache), reservedStock: ownReservedStock }, request);
