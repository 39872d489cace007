import type { FastifyPluginAsync } from "fastify";
import { packingBoxEndpoints as endpoints } from "#contract/endpoints/backoffice/packing-boxes.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { loadedVersion } from "#shop/kernel/request/if-match.ts";
import { createBox, deleteBox, listBoxes, updateBox } from "./packing-boxes.ts";

/** The boxes in which parcels are packed. */
export const packingBoxRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { db } = shop;
    registerEndpoint(app, shop, endpoints.listPackingBoxes, () => listBoxes(db));
    registerEndpoint(app, shop, endpoints.createPackingBox, ({ body, lang }) =>
      db.transaction((tx) => createBox(tx, body, lang)),
    );
    registerEndpoint(app, shop, endpoints.updatePackingBox, ({ request, path: { id }, body, lang }) =>
      db.transaction((tx) => updateBox(tx, body, { id, loaded: loadedVersion(request), lang })),
    );
    registerEndpoint(app, shop, endpoints.deletePackingBox, ({ request, path: { id }, lang }) =>
      db.transaction((tx) => deleteBox(tx, { id, loaded: loadedVersion(request), lang })),
    );
  };
