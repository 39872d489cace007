import type { FastifyPluginAsync } from "fastify";
import type { ProductCard } from "#contract/catalog.ts";
import { type Wishlist, WishlistChange, type WishlistChanged, type WishlistItem } from "#contract/wishlist.ts";
import { languageOf } from "#shop/kernel/preferences.ts";
import { notFound, parse } from "#shop/kernel/problems.ts";
import { say } from "#shop/kernel/sentences.ts";
import { requireCustomer, sessionCustomer } from "#shop/kernel/sessions.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { addWish, findWishes, removeWish } from "./wishlist-store.ts";

const toItem = (card: ProductCard): WishlistItem => ({
  id: card.id,
  slug: card.slug,
  image: card.image,
  picture: card.images[0] ?? null,
  name: card.name,
  price: card.price,
  regular_price: card.regular_price,
  sale_price: card.sale_price,
  stock_status: card.stock_status,
});

export const wishlistRoutes =
  ({ db, clock }: Shop): FastifyPluginAsync =>
  async (app) => {
    app.get("/wp-json/custom-favorites/v1/list", async (request): Promise<Wishlist> => {
      const customerId = await sessionCustomer(db, request, clock.now());
      const cards = customerId === null ? [] : await findWishes(db, customerId, languageOf(request));
      return { products: cards.map(toItem), is_user_logged_in: customerId !== null };
    });

    app.post("/wp-json/custom-favorites/v1/add", async (request): Promise<WishlistChanged> => {
      const now = clock.now();
      const customerId = await requireCustomer(db, request, now);
      const { product_id } = parse(request, WishlistChange, request.body);
      const lang = languageOf(request);
      const card = await addWish(db, customerId, product_id, { lang, now });
      if (!card) throw notFound(request, "product_not_found");
      return { product: toItem(card), is_user_logged_in: true, message: say(lang, "wishlist.added") };
    });

    app.post("/wp-json/custom-favorites/v1/remove", async (request): Promise<WishlistChanged> => {
      const customerId = await requireCustomer(db, request, clock.now());
      const { product_id } = parse(request, WishlistChange, request.body);
      const lang = languageOf(request);
      const card = await removeWish(db, customerId, product_id, lang);
      return { product: card ? toItem(card) : null, is_user_logged_in: true, message: say(lang, "wishlist.removed") };
    });
  };
