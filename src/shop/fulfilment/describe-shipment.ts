import { sum } from "#contract/money.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { carrierNamesOf } from "#shop/addresses/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isBundledDistrict } from "#shop/locations/index.ts";
import {
  fullAddress,
  isAtLocation,
  lineName,
  type Order,
  type OrderAddress,
  type OrderLocation,
} from "#shop/orders/index.ts";
import { type NewParcel, weightOf } from "#shop/shipping/index.ts";
import type { Shipment } from "./shipment.ts";
import { shippingItemsOf } from "./shipping-items.ts";

function destinationOf(shipping: OrderAddress, location: OrderLocation | null): NewParcel["place"] {
  const { address_2: ward, state: district, city: province } = shipping;
  if (!location) return { ward, district, province };
  if (location.scheme === "new2") return { ward, province };
  const known = isAtLocation(shipping, location) && !isBundledDistrict(location.district_id);
  return known ? { districtId: location.district_id, wardCode: location.ward_code } : { ward, district, province };
}

/**
 * The destination in the levels since July 2025, by the carrier's own names: for a carrier that refuses the old one. Null
 * if the order has no new ward, or the carrier does not list it.
 */
export async function newDestinationOf(
  shop: AppContext,
  { shipping, location }: Pick<Order, "shipping" | "location">,
): Promise<NewParcel["place"] | null> {
  const ward = location?.address?.new;
  return location && ward && isAtLocation(shipping, location) ? carrierNamesOf(shop, ward) : null;
}

/** What a booking needs of a shipment, which need not be stored yet. */
export interface DescribedShipment {
  shipment: Pick<Shipment, "clientOrderCode" | "codAmount">;
  order: Order;
}

/** The carrier's booking request: recipient, destination, contents and COD amount. */
export async function describeShipment(shop: AppContext, { shipment, order }: DescribedShipment): Promise<NewParcel> {
  const { shipping, location } = order;
  const items = await shippingItemsOf(shop, order);
  const sent = order.lines.filter((_, index) => !items[index]?.virtual);
  return {
    clientOrderCode: shipment.clientOrderCode,
    to: {
      name: `${shipping.last_name} ${shipping.first_name}`.trim(),
      phone: toLocalPhone(shipping.phone || order.billing.phone),
      address: fullAddress(shipping, location, "vi"),
    },
    place: destinationOf(shipping, location),
    weightG: weightOf(items),
    codAmount: shipment.codAmount,
    value: sum(sent.map(({ total }) => total)),
    items: sent.map((line) => ({
      name: lineName(line, "vi"),
      code: line.sku ?? String(line.variationId ?? line.productId),
      quantity: line.quantity,
      price: line.unitPrice,
    })),
  };
}
