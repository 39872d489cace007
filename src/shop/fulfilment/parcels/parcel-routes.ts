import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { staffParcelEndpoints as endpoints } from "#contract/endpoints/backoffice/parcels.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { sendPage } from "#shop/kernel/woo/woo-responses.ts";
import { previewEmail } from "#shop/mail/index.ts";
import { findOrder, orderShippedEmail, type VersionCheck, versionCheck } from "#shop/orders/index.ts";
import { bookParcel, cancelParcel, orderOfParcel, pollParcel, switchParcel, trackParcel } from "./carrier-actions.ts";
import { linkToLabels, readLabelSheet } from "./labels.ts";
import { listParcels } from "./list-parcels.ts";
import { toParcelEntry } from "./parcel-entry.ts";
import { orderNotFound } from "./parcel-errors.ts";
import { readParcel, readParcelDetail } from "./read-parcel.ts";

/** Parcels and labels for staff members. */
export const parcelRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = shop.config;
    const checkOf = (request: FastifyRequest, orderId: number, lang: Language): VersionCheck =>
      versionCheck(request, orderId, { lang, publicUrl });
    registerEndpoint(app, shop, endpoints.listParcels, async ({ request, reply, query }) => {
      const now = shop.clock.now();
      const { rows, total } = await listParcels(shop.db, query, now);
      const items = rows.map((row) => toParcelEntry(row, { config: shop.config, now }));
      const page = { items, total, page: query.page, perPage: query.per_page };
      return sendPage(request, reply, { origin: shop.config.publicUrl, query: {}, page });
    });
    registerEndpoint(app, shop, endpoints.readParcel, ({ path, lang }) => readParcelDetail(shop, path.id, lang));
    registerEndpoint(app, shop, endpoints.bookParcel, async ({ request, path, lang }) =>
      readParcel(shop, await bookParcel(shop, path.id, { lang, check: checkOf(request, path.id, lang) }), lang),
    );
    registerEndpoint(app, shop, endpoints.rebookParcel, async ({ request, path, lang }) => {
      const orderId = await orderOfParcel(shop, path.id, lang);
      return readParcel(shop, await bookParcel(shop, orderId, { lang, check: checkOf(request, orderId, lang) }), lang);
    });
    registerEndpoint(app, shop, endpoints.trackParcel, async ({ path, body, lang }) =>
      readParcel(shop, await trackParcel(shop, path.id, { ...body, lang }), lang),
    );
    registerEndpoint(app, shop, endpoints.previewTrackingEmail, async ({ path, query, lang }) => {
      if (!(await findOrder(shop.db, path.id))) throw orderNotFound(lang);
      const mail = await orderShippedEmail(shop.db, path.id, {
        code: query.code || "…",
        carrier: query.carrier || "…",
      });
      return mail ? { to: mail.to, ...previewEmail(mail, shop.config) } : { to: null, subject: "", text: "" };
    });
    registerEndpoint(app, shop, endpoints.cancelParcel, async ({ path, lang }) => {
      await cancelParcel(shop, path.id, lang);
      return readParcel(shop, path.id, lang);
    });
    registerEndpoint(app, shop, endpoints.pollParcel, async ({ path, lang }) => {
      await pollParcel(shop, path.id, lang);
      return readParcel(shop, path.id, lang);
    });
    registerEndpoint(app, shop, endpoints.deliverParcelAgain, async ({ path, lang }) => {
      await switchParcel(shop, path.id, { to: "storing", lang });
      return readParcel(shop, path.id, lang);
    });
    registerEndpoint(app, shop, endpoints.returnParcel, async ({ path, lang }) => {
      await switchParcel(shop, path.id, { to: "return", lang });
      return readParcel(shop, path.id, lang);
    });
    registerEndpoint(app, shop, endpoints.readLabels, ({ query, lang, staff }) =>
      linkToLabels(shop, query.ids, { lang, all: staff.permissions.includes("orders.view") }),
    );
    registerEndpoint(app, shop, endpoints.readLabelSheet, ({ path, lang }) => readLabelSheet(shop, path.token, lang));
  };
