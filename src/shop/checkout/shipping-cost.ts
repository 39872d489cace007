import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import type { z } from "zod";
import { checkoutEndpoints } from "#contract/endpoints/checkout.ts";
import { dong } from "#contract/money.ts";
import type { ShippingCostQuery } from "#contract/shipping-cost.ts";
import { isByCode, pricedPlaceOf, resolveWardCode } from "#shop/addresses/index.ts";
import { findListedItems } from "#shop/catalog/index.ts";
import { shippingItemsOf } from "#shop/fulfilment/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { requireBuyer } from "#shop/kernel/auth/buyer.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { notFound } from "#shop/kernel/request/not-found.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { registerEndpoint } from "#shop/kernel/http/register-endpoint.ts";
import { languageOf } from "#shop/kernel/request/request-language.ts";
import { findWard } from "#shop/locations/index.ts";
import { findOwnOrder, type Order } from "#shop/orders/index.ts";
import {
  expectedDelivery,
  needsShipping,
  quoteShipping,
  type ShippingQuery,
  type ShippingQuote,
} from "#shop/shipping/index.ts";
import { notSoldMessage } from "./check-lines.ts";

type Query = z.output<typeof ShippingCostQuery>;
type ShippingItems = ShippingQuery["items"];

/** Weights and prices of the items; an id may be a product's or a variation's. @throws HttpError 400 for an unknown one */
async function findItems(shop: AppContext, request: FastifyRequest, items: string): Promise<ShippingItems> {
  const lang = languageOf(request);
  return (await findListedItems(shop.db, items, lang)).map(({ id, quantity, product }) => {
    if (!product?.published) throw invalidParam("items", notSoldMessage(lang, product, id));
    return { virtual: product.virtual, weightG: product.weightG, price: product.unitPrice, quantity };
  });
}

/** The chosen ward, or null before one is chosen. @throws HttpError 400 for no ward, and one that is not in the district */
async function destinationOf(
  shop: AppContext,
  request: FastifyRequest,
  query: Query,
): Promise<ShippingQuery["destination"]> {
  const { district_id: districtId, ward_code: wardCode } = query;
  const lang = languageOf(request);
  if (isByCode(query)) {
    const place = await resolveWardCode(shop, query, lang);
    return place && pricedPlaceOf(shop, place);
  }
  if (!districtId || !wardCode) return null;
  if (await findWard(shop, { districtId, wardCode })) return { districtId, wardCode };
  throw invalidParam("ward_code", t(lang, "order_errors.ward_mismatch"));
}

/** The ward of a stored order by the carrier's old ids; null for a pickup. */
function storedDestination({ location }: Pick<Order, "location">): ShippingQuery["destination"] {
  const ward = location && (location.old_ward ?? location);
  return ward && { districtId: ward.district_id, wardCode: ward.ward_code };
}

/**
 * The shipping cost of the buyer's own order. An old order without a shipping line gets a new quote, for display only:
 * it is not stored. An order that was free by rule stays free. @throws HttpError 401, 404
 */
async function quoteForOrder(shop: AppContext, request: FastifyRequest, orderId: number): Promise<Quoted> {
  const buyer = await requireBuyer(shop.db, request, { now: shop.clock.now(), to: "read" });
  const order = await findOwnOrder(shop.db, orderId, buyer);
  if (!order) throw notFound(request);
  if (order.shippingTotal > 0) return { cost: order.shippingTotal, free: false, expected: null };
  if (order.shippingFreeByRule) return { cost: dong(0), free: true, expected: null };
  const quote = await quoteShipping(shop, {
    method: order.shippingMethod,
    destination: storedDestination(order),
    items: await shippingItemsOf(shop, order),
  });
  return { ...quote, expected: null };
}

interface Quoted extends ShippingQuote {
  /** when an order placed now would arrive; null for an existing order, whose shipment has the date */
  expected: Date | null;
}

async function quoteForItems(shop: AppContext, request: FastifyRequest, query: Query): Promise<Quoted> {
  const items = await findItems(shop, request, query.items ?? "");
  const destination = await destinationOf(shop, request, query);
  const method = query.method ?? "flat_rate";
  const [quote, expected] = await Promise.all([
    quoteShipping(shop, { method, destination, items }),
    expectedDelivery(shop, { method, destination: needsShipping(items) ? destination : null }),
  ]);
  return { ...quote, expected };
}

/** `GET ghn/v1/shipping-cost`: public for a quote, restricted to the owner for the cost of an order. */
export const shippingCostRoutes =
  (shop: AppContext): FastifyPluginAsync =>
  async (app) => {
    registerEndpoint(app, shop, checkoutEndpoints.shippingCost, async ({ request, query }) => {
      const { cost, free, expected } =
        query.order_id === undefined
          ? await quoteForItems(shop, request, query)
          : await quoteForOrder(shop, request, query.order_id);
      return { success: true, shipping_cost: cost, free, expected_delivery: expected?.toISOString() ?? null };
    });
  };
