import { findPurchasables, slowestMakingDays } from "#shop/catalog/index.ts";
import { type DeliveryPromise, promiseDelivery, promisedPlaceOfOrder } from "#shop/delivery-promise/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import type { Order, OrderLocation } from "#shop/orders/index.ts";

/** The days on which items of an order arrive at a new address. Never call it inside a transaction: it may wait for the carrier. */
export async function promiseFor(
  shop: AppContext,
  lines: Order["lines"],
  location: OrderLocation,
): Promise<DeliveryPromise> {
  const products = await findPurchasables(shop.db, lines);
  return promiseDelivery(shop, {
    place: promisedPlaceOfOrder(location),
    makingDays: slowestMakingDays(products.filter((product) => product !== undefined)),
  });
}
