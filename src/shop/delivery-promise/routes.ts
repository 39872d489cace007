import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { z } from "zod";
import { calendarDayOf } from "#contract/calendar-days.ts";
import type { DeliveryPromiseQuery } from "#contract/delivery-promise.ts";
import { deliveryPromiseEndpoints } from "#contract/endpoints/delivery-promise.ts";
import { isByCode, resolveWardCode } from "#shop/addresses/index.ts";
import { findListedItems, slowestMakingDays } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { findDistrict, findWard } from "#shop/locations/index.ts";
import { needsShipping } from "#shop/shipping/index.ts";
import { type PromisedPlace, promiseDelivery, promisedPlaceOf } from "./promise-delivery.ts";
import { deliveryText, pickupText } from "./promise-texts.ts";

type PromiseRequest = z.output<typeof DeliveryPromiseQuery>;

/** The chosen place, or null before one is chosen. @throws HttpError 400 for an unknown district, or a ward not in it */
async function placeOf(
  shop: AppContext,
  request: FastifyRequest,
  query: PromiseRequest,
): Promise<PromisedPlace | null> {
  const { district_id: districtId, ward_code: wardCode, province_id: provinceId } = query;
  const lang = languageOf(request);
  if (isByCode(query)) {
    const place = await resolveWardCode(shop, query, lang);
    if (place) return promisedPlaceOf(place);
    if (query.scheme === "new2") return null;
    throw invalidParam("district_id", t(lang, "delivery_promise.district_missing"));
  }
  if (districtId === undefined) return null;
  const district = await findDistrict(shop, districtId, provinceId);
  if (!district) throw invalidParam("district_id", t(lang, "delivery_promise.district_unknown"));
  if (wardCode !== undefined && !(await findWard(shop, { districtId, wardCode })))
    throw invalidParam("ward_code", t(lang, "order_errors.ward_mismatch"));
  return { ...district, wardCode: wardCode ?? null };
}

/** What the items decide. @throws HttpError 400 for an item that is not sold */
async function itemsOf(shop: AppContext, request: FastifyRequest, { items = "" }: PromiseRequest) {
  const lang = languageOf(request);
  const products = (await findListedItems(shop.reads, items, lang)).map(({ id, product }) => {
    if (product?.published) return product;
    const values = product ? { name: product.name[lang] } : { id };
    throw invalidParam("items", t(lang, `order_errors.line_${product ? "withdrawn" : "unknown"}`, values));
  });
  return { sent: needsShipping(products), makingDays: slowestMakingDays(products) };
}

/** `GET custom/v1/delivery-promise`: the same for every visitor, so that it can be cached for a minute. */
export const deliveryPromiseRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, deliveryPromiseEndpoints.deliveryPromise, async ({ request, reply, query }) => {
      const { sent, makingDays } = await itemsOf(shop, request, query);
      const place = sent ? await placeOf(shop, request, query) : null;
      const promise = await promiseDelivery(shop, { place, makingDays });
      const now = shop.clock.now();
      // never beyond the cut-off, so that no cache returns an old date
      const seconds = Math.floor((promise.cutoffAt.getTime() - now.getTime()) / 1000);
      reply.header("cache-control", `public, max-age=${Math.min(60, Math.max(0, seconds))}`);
      return {
        now: now.toISOString(),
        cutoff_at: promise.cutoffAt.toISOString(),
        start: promise.start,
        ready: promise.ready,
        earliest: promise.arrival?.earliest ?? null,
        latest: promise.arrival?.latest ?? null,
        basis: promise.transit?.basis ?? null,
        making_days: makingDays,
        sentence: deliveryText(promise, sent),
        pickup_sentence: pickupText(promise, calendarDayOf(now)),
      };
    });
  };
