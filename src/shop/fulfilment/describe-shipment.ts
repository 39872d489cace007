import { toLocalPhone } from "#contract/person-validation.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isBundledDistrict } from "#shop/locations/index.ts";
import { lineName, type Order, type OrderAddress, type OrderLocation } from "#shop/orders/index.ts";
import { type NewParcel, weightOf } from "#shop/shipping/index.ts";
import type { Parcel } from "./shipment.ts";
import { shippingItemsOf } from "./shipping-items.ts";

/** An address that a merchant has written over is not where its numbers say. */
const isWhereChosen = ({ address_2, state, city }: OrderAddress, location: OrderLocation): boolean =>
  city === location.province_name && state === location.district_name && address_2 === location.ward_name;

function placeOf(shipping: OrderAddress, location: OrderLocation | null): NewParcel["place"] {
  const { address_2: ward, state: district, city: province } = shipping;
  if (!location) return { ward, district, province };
  if (location.scheme === "new2") return { ward, province };
  const known = isWhereChosen(shipping, location) && !isBundledDistrict(location.district_id);
  return known ? { districtId: location.district_id, wardCode: location.ward_code } : { ward, district, province };
}

/** What the carrier is told of a parcel: whom to, where, what is in it, what to collect. */
export async function describeParcel(
  shop: AppContext,
  { parcel, order }: { parcel: Parcel; order: Order },
): Promise<NewParcel> {
  const { shipping, location } = order;
  const place = [shipping.address_1, shipping.address_2, shipping.state, shipping.city];
  return {
    clientOrderCode: parcel.clientOrderCode,
    to: {
      name: `${shipping.last_name} ${shipping.first_name}`.trim(),
      phone: toLocalPhone(shipping.phone || order.billing.phone),
      address: place.filter(Boolean).join(", "),
    },
    place: placeOf(shipping, location),
    weightG: weightOf(await shippingItemsOf(shop, order)),
    codAmount: parcel.codAmount,
    value: Math.max(0, order.subtotal - order.discountTotal),
    items: order.lines.map((line) => ({
      name: lineName(line, "vi"),
      code: line.sku ?? String(line.variationId ?? line.productId),
      quantity: line.quantity,
      price: line.unitPrice,
    })),
  };
}
