import type { FastifyPluginAsync } from "fastify";
import { wishlistEndpoints } from "#contract/endpoints/wishlist.ts";
import type { ProductCard } from "#contract/catalog.ts";
import type { WishlistItem } from "#contract/wishlist.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { sessionCustomer } from "#shop/kernel/auth/sessions.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
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
  has_options: card.has_options,
});

export const wishlistRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, wishlistEndpoints.wishlist, async ({ request, lang }) => {
      const customerId = await sessionCustomer(db, request, clock.now());
      const cards = customerId === null ? [] : await findWishes(db, customerId, lang);
      return { products: cards.map(toItem), is_user_logged_in: customerId !== null };
    });

    registerEndpoint(app, shop, wishlistEndpoints.add, async ({ request, customerId, lang, body: { product_id } }) => {
      const card = await addWish(db, customerId, product_id, { lang, now: clock.now() });
      if (!card) throw notFound(request, "product_not_found");
      return { product: toItem(card), is_user_logged_in: true, message: t(lang, "wishlist.added") };
    });

    registerEndpoint(app, shop, wishlistEndpoints.remove, async ({ customerId, lang, body: { product_id } }) => {
      const card = await removeWish(db, customerId, product_id, lang);
      return { product: card ? toItem(card) : null, is_user_logged_in: true, message: t(lang, "wishlist.removed") };
    });
  };
