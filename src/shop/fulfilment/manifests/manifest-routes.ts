import type { FastifyPluginAsync } from "fastify";
import { manifestEndpoints as endpoints } from "#contract/endpoints/backoffice/manifests.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { closeManifest, openManifest, updateManifest } from "./change-manifest.ts";
import { listManifests, readManifest } from "./read-manifest.ts";

/** Pickup manifests. */
export const manifestRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db, clock } = shop;
    registerEndpoint(app, shop, endpoints.listManifests, async ({ query, reply }) => {
      const { list, total } = await listManifests(db, { page: query.page, perPage: query.per_page });
      reply.header("x-wp-total", total).header("x-wp-totalpages", Math.ceil(total / query.per_page));
      return list;
    });
    registerEndpoint(app, shop, endpoints.createManifest, async ({ body, staff, lang }) => {
      const change = { staffId: staff.staffId, lang, now: clock.now() };
      const id = await db.transaction((tx) => openManifest(tx, body.carrier, change));
      return readManifest(db, id, { lang });
    });
    registerEndpoint(app, shop, endpoints.readManifest, ({ path, lang }) => readManifest(db, path.id, { lang }));
    registerEndpoint(app, shop, endpoints.updateManifest, async ({ path, body, staff, lang }) => {
      const change = { staffId: staff.staffId, lang, now: clock.now() };
      const rejected = await db.transaction((tx) => updateManifest(tx, path.id, body, change));
      return readManifest(db, path.id, { lang, rejected });
    });
    registerEndpoint(app, shop, endpoints.closeManifest, async ({ path, body, staff, lang }) => {
      const change = { staffId: staff.staffId, lang, now: clock.now() };
      await db.transaction((tx) => closeManifest(tx, path.id, body, change));
      return readManifest(db, path.id, { lang });
    });
  };
