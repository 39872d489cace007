import { sum } from "#contract/money.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { carrierNamesOf, writtenCarrierNames } from "#shop/addresses/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { isBundledDistrict } from "#shop/locations/index.ts";
import { fullAddress, isAtLocation, lineName, type Order, type OrderLocation } from "#shop/orders/index.ts";
import { itemsWeight, type NewParcel, type ParcelSize } from "#shop/shipping/index.ts";
import type { Shipment } from "./shipment.ts";
import { shippingItemsOf } from "./shipping-items.ts";
import { parcelSizeOf } from "./update-parcel-size.ts";

type ParcelPlace = NewParcel["place"];

/** A ward before July 2025: by the carrier's ids, or by its names if it was selected while the carrier was unavailable. */
const oldPlaceOf = (ward: Omit<OrderLocation, "scheme" | "address" | "old_ward">): ParcelPlace =>
  isBundledDistrict(ward.district_id)
    ? { ward: ward.ward_name, district: ward.district_name, province: ward.province_name }
    : { districtId: ward.district_id, wardCode: ward.ward_code };

/**
 * The destination of an address that a program or a merchant has written by its names: of before July 2025, or since then, with the
 * former district or without one.
 */
async function writtenDestinations(
  shop: AppContext,
  { address_2: ward, state: district, city: province }: Order["shipping"],
): Promise<readonly [ParcelPlace, ...ParcelPlace[]]> {
  const names = await writtenCarrierNames(shop, { wardName: ward, districtName: district, provinceName: province });
  if (district === "") return [names ?? { ward, province }];
  const old = { ward, district, province };
  return names ? [old, names] : [old];
}

/**
 * The destination as the carrier takes it, then in the other scheme, if the order has it, for a carrier that refuses the first
 * one: by the old ward, and by the exact names of the carrier's list of new ones. It may call the carrier.
 */
export async function destinationsOf(
  shop: AppContext,
  { shipping, location }: Pick<Order, "shipping" | "location">,
): Promise<readonly [ParcelPlace, ...ParcelPlace[]]> {
  if (!location || !isAtLocation(shipping, location)) return writtenDestinations(shop, shipping);
  const { address_2: ward, city: province } = shipping;
  const unit = location.scheme === "new2" ? location : location.address?.new;
  const names = unit && (await carrierNamesOf(shop, unit));
  if (location.scheme === "old3") return names ? [oldPlaceOf(location), names] : [oldPlaceOf(location)];
  const old = location.old_ward && oldPlaceOf(location.old_ward);
  if (!names) return [old ?? { ward, province }];
  return old ? [names, old] : [names];
}

/** What a booking needs of a shipment, which need not be stored yet. */
export interface DescribedShipment {
  shipment: Pick<Shipment, "clientOrderCode" | "codAmount">;
  order: Order;
}

/** The carrier's booking request without its destination: recipient, contents and COD amount. */
export async function describeShipment(
  shop: AppContext,
  { shipment, order }: DescribedShipment,
): Promise<Omit<NewParcel, "place"> & ParcelSize> {
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
    ...(await parcelSizeOf(shop.db, order.id, itemsWeight(items))),
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
