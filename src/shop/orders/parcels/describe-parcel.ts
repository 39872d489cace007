import { toLocalPhone } from "#contract/person-rules.ts";
import type { Shop } from "#shop/kernel/shop.ts";
import { isBundledDistrict } from "#shop/locations/index.ts";
import { type NewParcel, weightOf } from "#shop/shipping/index.ts";
import { lineName, type Order, type OrderLocation } from "../order.ts";
import { orderPieces } from "./order-pieces.ts";
import type { Parcel } from "./parcel.ts";

function placeOf(location: OrderLocation): NewParcel["place"] {
  const { scheme, district_id, ward_code, ward_name: ward, district_name: district, province_name: province } = location;
  if (scheme === "new2") return { ward, province };
  return isBundledDistrict(district_id) ? { ward, district, province } : { districtId: district_id, wardCode: ward_code };
}

/** What the carrier is told of a parcel: whom to, where, what is in it, what to collect. */
export async function describeParcel(
  shop: Shop,
  { parcel, order }: { parcel: Parcel; order: Order },
): Promise<NewParcel> {
  const { shipping, location } = order;
  if (!location) throw new Error(`parcel ${parcel.id} has nowhere to go`);
  const place = [shipping.address_1, location.ward_name, location.district_name, location.province_name];
  return {
    clientOrderCode: parcel.clientOrderCode,
    to: {
      name: `${shipping.last_name} ${shipping.first_name}`.trim(),
      phone: toLocalPhone(shipping.phone || order.billing.phone),
      address: place.filter(Boolean).join(", "),
    },
    place: placeOf(location),
    weightG: weightOf(await orderPieces(shop, order)),
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
