import type { FastifyPluginAsync } from "fastify";
import { returnEndpoints as endpoints } from "#contract/endpoints/backoffice/returns.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { loadedVersion } from "#shop/kernel/request/if-match.ts";
import { findOrder, type Order, versionCheck } from "#shop/orders/index.ts";
import { orderNotFound } from "../parcels/parcel-errors.ts";
import { readParcelDetail } from "../parcels/read-parcel.ts";
import { readClaim, recordCompensation } from "./claims.ts";
import { decideReturn } from "./decide-return.ts";
import { createExchange, listExchanges, receiveExchange } from "./exchange.ts";
import { listExchangeChoices } from "./exchange-lines.ts";
import { inspectParcel } from "./inspect-parcel.ts";

/** Returned parcels, claims and exchanges. */
export const returnRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    const requireOrder = async (id: number, lang: Language): Promise<Order> => {
      const order = await findOrder(shop.db, id);
      if (!order) throw orderNotFound(lang);
      return order;
    };
    registerEndpoint(app, shop, endpoints.recordReturn, async ({ path, body, staff, lang }) => {
      await inspectParcel(shop, path.id, body, { staffId: staff.staffId, lang });
      return readParcelDetail(shop, path.id, lang);
    });
    registerEndpoint(app, shop, endpoints.decideReturn, async ({ request, path, body, staff, lang }) => {
      const { decision, reason } = body;
      const checkFor = (orderId: number) => versionCheck(request, orderId, { lang, publicUrl });
      await decideReturn(shop, path.id, decision, { reason, staffId: staff.staffId, lang, checkFor });
      return readParcelDetail(shop, path.id, lang);
    });
    registerEndpoint(app, shop, endpoints.readClaim, ({ path, lang }) => readClaim(shop, path.id, lang));
    registerEndpoint(app, shop, endpoints.recordCompensation, async ({ request, path, body, staff, lang }) => {
      await recordCompensation(shop, path.id, body, { staffId: staff.staffId, loaded: loadedVersion(request), lang });
      return readClaim(shop, path.id, lang);
    });
    registerEndpoint(app, shop, endpoints.listExchangeChoices, async ({ path, lang }) =>
      listExchangeChoices(shop.db, await requireOrder(path.id, lang), lang),
    );
    registerEndpoint(app, shop, endpoints.listExchanges, async ({ path, lang }) => {
      await requireOrder(path.id, lang);
      return listExchanges(shop.db, path.id, lang);
    });
    const oneExchange = async (orderId: number, lang: Language) => {
      const found = (await listExchanges(shop.db, orderId, lang)).find((one) => one.order_id === orderId);
      if (!found) throw orderNotFound(lang);
      return found;
    };
    registerEndpoint(app, shop, endpoints.createExchange, async ({ request, path, body, staff, lang }) => {
      const check = versionCheck(request, path.id, { lang, publicUrl });
      const id = await createExchange(shop, path.id, body, { staffId: staff.staffId, lang, check });
      return oneExchange(id, lang);
    });
    registerEndpoint(app, shop, endpoints.receiveExchange, async ({ path, body, staff, lang }) => {
      await receiveExchange(shop, path.id, body.state, { staffId: staff.staffId, lang });
      return oneExchange(path.id, lang);
    });
  };
