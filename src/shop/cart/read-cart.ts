import type { FastifyRequest } from "fastify";
import type { Cart } from "#contract/cart.ts";
import { cartHash, sessionHash } from "#shop/kernel/auth/sessions.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { type CartDeps, emptyGuestCart, findCarts } from "./find-carts.ts";
import { toCart } from "./to-cart.ts";

/** The cart of the request's customer or guest, for responses of other domains. */
export async function readCart(deps: CartDeps, request: FastifyRequest): Promise<Cart> {
  const owner = { sessionHash: sessionHash(request), cartHash: cartHash(request) };
  const [cart = emptyGuestCart] = await findCarts(deps, [{ owner, selection: null }]);
  return toCart(cart, languageOf(request), "");
}
