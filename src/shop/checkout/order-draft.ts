import type { StoredAddress } from "#contract/address.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, sum } from "#contract/money.ts";
import type { DeliveryPlace } from "#shop/addresses/index.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { WardSnapshot } from "#shop/locations/index.ts";
import { type NewLineItem, type OrderAddress, type OrderLocation, toLineItem, withGifts } from "#shop/orders/index.ts";
import { needsShipping, type ShippingQuote } from "#shop/shipping/index.ts";
import type { CheckedLine } from "./check-lines.ts";
import type { Checkout, TypedAddress } from "./checkout.ts";

const toOrderAddress = (place: TypedAddress, phone: string, ward: DeliveryPlace | null): OrderAddress => ({
  first_name: place.firstName,
  last_name: place.lastName,
  company: "",
  address_1: place.street,
  address_2: ward?.wardName ?? place.ward,
  city: ward?.provinceName ?? place.province,
  state: ward?.districtName ?? place.district,
  postcode: place.postcode,
  country: "VN",
  phone,
});

const isSameAddress = (a: TypedAddress, b: TypedAddress): boolean =>
  a.street === b.street && a.ward === b.ward && a.district === b.district;

const wardNames = (ward: Omit<WardSnapshot, "scheme">) => ({
  province_id: ward.provinceId,
  province_name: ward.provinceName,
  district_id: ward.districtId,
  district_name: ward.districtName,
  ward_code: ward.wardCode,
  ward_name: ward.wardName,
});

export const toOrderLocation = (ward: DeliveryPlace, address: StoredAddress | null): OrderLocation => ({
  scheme: ward.scheme,
  ...(ward.scheme === "old3"
    ? wardNames(ward)
    : {
        ...wardNames({ ...ward, provinceId: Number(ward.provinceCode), districtId: 0 }),
        old_ward: wardNames(ward.old),
      }),
  ...(address && { address }),
});

/** The shipping address of an order that is not shipped, as in WooCommerce. */
const nowhere: OrderAddress = {
  ...{ first_name: "", last_name: "", company: "", address_1: "", address_2: "", city: "", state: "", postcode: "" },
  ...{ country: "", phone: "" },
};

/** An order computed from a checkout, not stored yet. */
export interface OrderDraft {
  lines: readonly NewLineItem[];
  subtotal: Dong;
  /** of prices that a staff member has changed; 0 for shoppers */
  discountTotal: Dong;
  shippingTotal: Dong;
  total: Dong;
  /** false for virtual lines alone: the order has no shipping line, address and shipment */
  isShipped: boolean;
  shippingFreeByRule: boolean;
  shippingMethodTitle: string;
  paymentMethodTitle: string;
  billing: OrderAddress & { email: string };
  shipping: OrderAddress;
  location: OrderLocation | null;
}

/** Builds the order: prices from the catalog, place names from the carrier, shipping from the quote. */
export function draftOrder(
  checkout: Checkout,
  {
    lines,
    ward,
    address,
    quote,
    lang,
  }: {
    lines: readonly CheckedLine[];
    ward: DeliveryPlace | null;
    /** of the ward, in both schemes */
    address: StoredAddress | null;
    quote: ShippingQuote;
    lang: Language;
  },
): OrderDraft {
  const items = withGifts(
    lines.map(toLineItem),
    lines.map(({ product }) => product),
  );
  const subtotal = sum(items.map(({ total }) => total));
  const { billing, shipping, phone, email } = checkout;
  const pickup = checkout.shippingMethod === "local_pickup";
  const isShipped = needsShipping(lines.map(({ product }) => product));
  const noAddress = { street: "", ward: "", district: "", province: "", postcode: "" };
  return {
    lines: items,
    subtotal,
    discountTotal: dong(0),
    shippingTotal: quote.cost,
    total: sum([subtotal, quote.cost]),
    isShipped,
    shippingFreeByRule: quote.free,
    shippingMethodTitle: t(lang, `order_info.delivery_${!isShipped ? "none" : pickup ? "in_person" : "shipment"}`),
    paymentMethodTitle: t(lang, `payment_method.${checkout.paymentMethod}`),
    billing: { ...toOrderAddress(billing, phone, isSameAddress(billing, shipping) ? ward : null), email },
    shipping: isShipped ? toOrderAddress(pickup ? { ...shipping, ...noAddress } : shipping, phone, ward) : nowhere,
    location: ward && isShipped ? toOrderLocation(ward, address) : null,
  };
}
