import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Cart } from "#contract/cart.ts";
import { cartEndpoints } from "#contract/endpoints/cart.ts";
import { productDetailsOf } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { cartHash, renewCartCookie, setCartCookie, sessionHash, touchSession } from "#shop/kernel/auth/sessions.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { toCartError } from "./cart-errors.ts";
import { addToCart, type CartDecision, clearLines, removeLine, setQuantity } from "./cart-rules.ts";
import { type Carts, openCarts } from "./carts.ts";
import { changeCart } from "./change-cart.ts";
import type { CartOwner, LoadedCart, ProductSelection, ReservedStockSql } from "./find-carts.ts";
import { toCart } from "./to-cart.ts";

const ownerOf = (request: FastifyRequest): CartOwner => ({
  sessionHash: sessionHash(request),
  cartHash: cartHash(request),
});

interface CartContext extends AppContext {
  carts: Carts;
}

interface CartRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  selection?: ProductSelection | null;
}

/** Applies a rule to the caller's cart and returns the cart after it. */
async function change(
  { config, carts }: CartContext,
  { request, reply, selection = null }: CartRequest,
  decide: (cart: LoadedCart) => CartDecision,
): Promise<Cart> {
  const lang = languageOf(request);
  const result = await changeCart(carts, { owner: ownerOf(request), selection }, decide);
  if (!result.ok) throw toCartError(result, lang);
  if (result.token) setCartCookie(reply, config, result.token);
  else if (result.isGuest && result.lines.length > 0) renewCartCookie(request, reply, config);
  return toCart(result, lang, t(lang, `cart.${result.action}`));
}

async function view({ db, clock, carts }: CartContext, request: FastifyRequest): Promise<Cart> {
  const owner = ownerOf(request);
  const cart = await carts.find({ owner, selection: null });
  if (cart.needsTouch) await touchSession(db, owner.sessionHash, clock.now());
  return toCart(cart, languageOf(request), "");
}

/** @param reservedStock stock reserved by the customer's own unpaid orders, which they can still buy */
export const cartRoutes =
  (store: AppContext, { reservedStock }: { reservedStock: ReservedStockSql }): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, cache } = store;
    const shop: CartContext = {
      ...store,
      carts: openCarts({ db, clock, products: productDetailsOf(cache), reservedStock }),
    };
    registerEndpoint(app, shop, cartEndpoints.cart, ({ request }) => view(shop, request));

    registerEndpoint(app, shop, cartEndpoints.add, ({ request, reply, body }) => {
      const { product_id: productId, variation_id: variationId, attributes, quantity, before } = body;
      const hasSelection = Boolean(variationId) || Object.keys(attributes ?? {}).length > 0;
      return change(
        shop,
        { request, reply, selection: { productId, variationId, attributes } },
        ({ lines, candidates }) => addToCart(lines, { candidates, hasSelection, variationId, quantity }, before),
      );
    });

    registerEndpoint(app, shop, cartEndpoints.update, ({ request, reply, body: { cart_item_key, quantity } }) =>
      change(shop, { request, reply }, ({ lines }) => setQuantity(lines, cart_item_key, quantity)),
    );

    registerEndpoint(app, shop, cartEndpoints.remove, ({ request, reply, body: { cart_item_key } }) =>
      change(shop, { request, reply }, ({ lines }) => removeLine(lines, cart_item_key)),
    );

    registerEndpoint(app, shop, cartEndpoints.clear, ({ request, reply, body: { cart_item_keys } }) =>
      change(shop, { request, reply }, ({ lines }) => clearLines(lines, cart_item_keys)),
    );

    registerEndpoint(app, shop, cartEndpoints.empty, ({ request, reply }) =>
      change(shop, { request, reply }, ({ lines }) => clearLines(lines)),
    );

    registerEndpoint(app, shop, cartEndpoints.form, ({ request, reply, body }) =>
      change(shop, { request, reply }, ({ lines }) =>
        "action" in body ? clearLines(lines) : removeLine(lines, body.cart_item_key),
      ),
    );
  };
