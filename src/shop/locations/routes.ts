import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { z } from "zod";
import { parse } from "#shop/kernel/problems.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { districts, provinces, wards } from "./units.ts";

const Id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .pipe(z.int().positive());
const DistrictQuery = z.object({ province_id: Id });
const WardQuery = z.object({ district_id: Id });

/** The carrier's own envelope; the same for everybody, and may be old for ten minutes more. */
const send = (reply: FastifyReply, rows: readonly unknown[]): FastifyReply =>
  reply.header("cache-control", "public, max-age=600").send({ code: 200, message: "Success", data: rows });

/** GHN's master data on the shop's own origin, under GHN's own paths. The token stays here. */
export const locationRoutes =
  (shop: Shop): FastifyPluginAsync =>
  async (app) => {
    app.get("/shiip/public-api/master-data/province", async (_request, reply) => send(reply, await provinces(shop)));
    app.get("/shiip/public-api/master-data/district", async (request, reply) => {
      shop.limits.take(request, "carrierByAddress", request.ip);
      const { province_id: provinceId } = parse(request, DistrictQuery, request.query);
      return send(reply, await districts(shop, provinceId));
    });
    app.get("/shiip/public-api/master-data/ward", async (request, reply) => {
      shop.limits.take(request, "carrierByAddress", request.ip);
      const { district_id: districtId } = parse(request, WardQuery, request.query);
      return send(reply, await wards(shop, districtId));
    });
  };
