import type { FastifyPluginAsync } from "fastify";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { staffAccountRoutes } from "./account-routes.ts";
import { staffLogRoutes } from "./log-routes.ts";
import { staffPasskeyRoutes } from "./passkey-routes.ts";
import { staffProfileRoutes } from "./profile-routes.ts";
import { staffSessionRoutes } from "./session-routes.ts";

/** The endpoints of staff accounts and of the audit log. */
export const staffRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    await app.register(staffSessionRoutes(shop));
    await app.register(staffProfileRoutes(shop));
    await app.register(staffAccountRoutes(shop));
    await app.register(staffPasskeyRoutes(shop));
    await app.register(staffLogRoutes(shop));
  };
