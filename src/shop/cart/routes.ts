import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { cartEndpoints } from "#contract/endpoints/cart.ts";
import type { Cart } from "#contract/cart.ts";
import { languageOf } from "#shop/kernel/http/request-language.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { cartHash, touchSession, renewCartToken, sendCartToken, sessionHash } from "#shop/kernel/auth/sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { cartRefusal } from "./cart-refusals.ts";
import { addPieces, clearLines, type Decision, removeLine, setQuantity } from "./cart-rules.ts";
import { type Carts, openCarts } from "./carts.ts";
import { changeCart } from "./change-cart.ts";
import type { Choice, Found, HeldPieces, CartOwner } from "./find-carts.ts";
import { toCart } from "./to-cart.ts";

const holderOf = (request: FastifyRequest): CartOwner => ({
  sessionHash: sessionHash(request),
  cartHash: cartHash(request),
});

interface CartDeps extends AppContext {
  carts: Carts;
}

interface Asking {
  request: FastifyRequest;
  reply: FastifyReply;
  choice?: Choice | null;
}

/** Lets a rule change the caller's cart and answers what it is then. */
async function change(
  { config, carts }: CartDeps,
  { request, reply, choice = null }: Asking,
  decide: (found: Found) => Decision,
): Promise<Cart> {
  const lang = languageOf(request);
  const changed = await changeCart(carts, { holder: holderOf(request), choice }, decide);
  if (!changed.ok) throw cartRefusal(changed, lang);
  if (changed.token) sendCartToken(reply, config, changed.token);
  else if (changed.visitors && changed.lines.length > 0) renewCartToken(request, reply, config);
  return toCart(changed, lang, t(lang, `cart.${changed.said}`));
}

async function view({ db, clock, carts }: CartDeps, request: FastifyRequest): Promise<Cart> {
  const holder = holderOf(request);
  const found = await carts.find({ holder, choice: null });
  if (found.untouched) await touchSession(db, holder.sessionHash, clock.now());
  return toCart(found, languageOf(request), "");
}

/** @param heldPieces what is not on hand, but held by the customer's own unpaid orders: they can still have it */
export const cartRoutes =
  (store: AppContext, { heldPieces }: { heldPieces: HeldPieces }): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, cache } = store;
    const shop: CartDeps = { ...store, carts: openCarts({ db, clock, facts: cache.facts, heldPieces }) };
    registerEndpoint(app, shop, cartEndpoints.cart, ({ request }) => view(shop, request));

    registerEndpoint(app, shop, cartEndpoints.add, ({ request, reply, body }) => {
      const { product_id: productId, variation_id: variationId, attributes, quantity, before } = body;
      const chose = Boolean(variationId) || Object.keys(attributes ?? {}).length > 0;
      return change(shop, { request, reply, choice: { productId, variationId, attributes } }, ({ lines, pieces }) =>
        addPieces(lines, { pieces, chose, quantity }, before),
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
