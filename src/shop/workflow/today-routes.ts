import { createHash } from "node:crypto";
import type { FastifyPluginAsync } from "fastify";
import { todayEndpoints as endpoints } from "#contract/endpoints/backoffice/today.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { countOrders } from "./count-orders.ts";
import { readToday } from "./today.ts";

const etagOf = (content: unknown): string =>
  `W/"${createHash("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22)}"`;

/** The open work: `today` and `order-counts`. */
export const todayRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, endpoints.readToday, async ({ staff, request, reply }) => {
      const today = await readToday(shop.db, staff.permissions, shop.clock.now());
      // of the content alone: the time of the request would make every response a new one
      const etag = etagOf({ ...today, at: null, permissions: staff.permissions });
      reply.header("etag", etag);
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return today;
    });
    registerEndpoint(app, shop, endpoints.countOrders, async ({ query }) =>
      countOrders(shop.db, query, shop.clock.now()),
    );
  };
