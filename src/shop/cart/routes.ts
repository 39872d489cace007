import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AddToCart, type Cart, ClearCart, RemoveFromCart, UpdateCart } from "#contract/cart.ts";
import { requireCaller } from "#shop/kernel/keys.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { parse } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import { cartHash, renewCartToken, sendCartToken, sessionHash, touchSession } from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { cartRefusal } from "./cart-refusals.ts";
import { addPieces, clearLines, type Decision, removeLine, setQuantity } from "./cart-rules.ts";
import { type Choice, type Found, findCart, type Holder } from "./cart-store.ts";
import { changeCart } from "./change-cart.ts";
import { toCart } from "./to-cart.ts";

const holderOf = (request: FastifyRequest): Holder => ({
  sessionHash: sessionHash(request),
  cartHash: cartHash(request),
});

/** WooCommerce's own form call: `action=clear_cart` empties, `cart_item_key` takes out one line. */
const FormCall = z.union([
  z.object({ action: z.literal("clear_cart") }),
  z.object({ cart_item_key: RemoveFromCart.shape.cart_item_key }),
]);
const formQuery = z.object({ "wc-ajax": z.literal("remove_from_cart") });

interface Asking {
  request: FastifyRequest;
  reply: FastifyReply;
  choice?: Choice;
}

/** Lets a rule change the caller's cart and answers what it is then. */
async function change(
  { config, db, clock }: Shop,
  { request, reply, choice }: Asking,
  decide: (found: Found) => Decision,
): Promise<Cart> {
  const lang = languageOf(request);
  const options = { choice: choice ?? null, now: clock.now(), decide };
  const changed = await changeCart(db, holderOf(request), options);
  if (!changed.ok) throw cartRefusal(changed, lang);
  if (changed.token) sendCartToken(reply, config, changed.token);
  else if (changed.visitors && changed.lines.length > 0) renewCartToken(request, reply, config);
  return toCart(changed, lang, say(lang, `cart.${changed.said}`));
}

async function view({ db, clock }: Shop, request: FastifyRequest): Promise<Cart> {
  const now = clock.now();
  const holder = holderOf(request);
  const found = await findCart(db, holder, null, now);
  if (found.untouched) await db.write(touchSession(holder.sessionHash, now));
  return toCart(found, languageOf(request), "");
}

export const cartRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    app.get("/wp-json/custom-cart/v1/view", (request) => view(shop, request));

    app.post("/wp-json/custom-cart/v1/add", (request, reply) => {
      const {
        product_id: productId,
        variation_id: variationId,
        attributes,
        quantity,
      } = parse(request, AddToCart, request.body);
      const chose = Boolean(variationId) || Object.keys(attributes ?? {}).length > 0;
      return change(shop, { request, reply, choice: { productId, variationId, attributes } }, ({ lines, pieces }) =>
        addPieces(lines, { pieces, chose, quantity }),
      );
    });

    app.post("/wp-json/custom-cart/v1/update", (request, reply) => {
      const { cart_item_key, quantity } = parse(request, UpdateCart, request.body);
      return change(shop, { request, reply }, ({ lines }) => setQuantity(lines, cart_item_key, quantity));
    });

    app.post("/wp-json/custom-cart/v1/remove", (request, reply) => {
      const { cart_item_key } = parse(request, RemoveFromCart, request.body);
      return change(shop, { request, reply }, ({ lines }) => removeLine(lines, cart_item_key));
    });

    app.post("/wp-json/custom-cart/v1/clear", (request, reply) => {
      const { cart_item_keys } = parse(request, ClearCart, request.body);
      return change(shop, { request, reply }, ({ lines }) => clearLines(lines, cart_item_keys));
    });

    app.delete("/wp-json/wc/v3/cart/items", async (request, reply) => {
      await requireCaller(shop, request);
      return change(shop, { request, reply }, ({ lines }) => clearLines(lines));
    });

    app.post("/cart/", (request, reply) => {
      parse(request, formQuery, request.query);
      const form = parse(request, FormCall, request.body);
      return change(shop, { request, reply }, ({ lines }) =>
        "action" in form ? clearLines(lines) : removeLine(lines, form.cart_item_key),
      );
    });
  };
