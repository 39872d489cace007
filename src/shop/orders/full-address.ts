import { addressLabel } from "#contract/address-label.ts";
import type { Language } from "#contract/language.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { OrderAddress, OrderLocation } from "./order.ts";

type PlaceFields = Pick<OrderAddress, "address_1" | "address_2" | "state" | "city">;

/** False if a merchant has edited the address, so that its location no longer applies. */
export const isAtLocation = ({ address_2, state, city }: PlaceFields, location: OrderLocation): boolean =>
  city === location.province_name && state === location.district_name && address_2 === location.ward_name;

/** An order's shipping address on one line, with the names since July 2025 and before if both are stored with it. */
export function fullAddress(shipping: PlaceFields, location: OrderLocation | null, lang: Language): string {
  const address = location?.address;
  if (location && address && isAtLocation(shipping, location))
    return addressLabel({ ...address, line: shipping.address_1 }, (names) => t(lang, "address.formerly", { names }));
  return [shipping.address_1, shipping.address_2, shipping.state, shipping.city].filter(Boolean).join(", ");
}
