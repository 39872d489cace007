import type { FastifyPluginAsync } from "fastify";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { addressBookRoutes } from "./address-book-routes.ts";
import { type AuthDependencies, authRoutes } from "./auth-routes.ts";
import { newsletterRoutes } from "./newsletter-routes.ts";
import { profileRoutes } from "./profile-routes.ts";
import { resetRoutes } from "./reset-routes.ts";
import { wooCustomerRoutes } from "./woo/routes.ts";

export const customerRoutes =
  (shop: AppContext, dependencies: AuthDependencies): FastifyPluginAsync =>
  async (app) => {
    await app.register(authRoutes(shop, dependencies));
    await app.register(profileRoutes(shop));
    await app.register(addressBookRoutes(shop));
    await app.register(resetRoutes(shop));
    await app.register(newsletterRoutes(shop));
    await app.register(wooCustomerRoutes(shop));
  };
