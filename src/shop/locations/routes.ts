import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { locationEndpoints } from "#contract/endpoints/locations.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { districts, provinces, wards } from "./units.ts";

/** In the carrier's own envelope; public, and cached for ten minutes. */
const send = (reply: FastifyReply, rows: readonly unknown[]): FastifyReply =>
  reply.header("cache-control", "public, max-age=600").send({ code: 200, message: "Success", data: rows });

/** GHN's master data on the shop's own origin, under GHN's own paths. The token is not exposed. */
export const locationRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, locationEndpoints.provinces, async ({ reply }) => send(reply, await provinces(shop)));
    registerEndpoint(app, shop, locationEndpoints.districts, async ({ reply, query }) =>
      send(reply, await districts(shop, query.province_id)),
    );
    registerEndpoint(app, shop, locationEndpoints.wards, async ({ reply, query }) =>
      send(reply, await wards(shop, query.district_id)),
    );
  };
