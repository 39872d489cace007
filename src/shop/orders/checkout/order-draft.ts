import { randomInt } from "node:crypto";
import type { Language } from "#contract/language.ts";
import { pictureOf } from "#shop/catalog/index.ts";
import { t } from "#shop/kernel/http/messages.ts";
import type { WardSnapshot } from "#shop/locations/index.ts";
import type { ShippingQuote } from "#shop/shipping/index.ts";
import type { CheckedLine } from "./check-lines.ts";
import type { Checkout, TypedPlace } from "./checkout.ts";
import type { OrderAddress, OrderLine, OrderLocation } from "../order.ts";

const keyLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** WooCommerce's own form: nobody can guess it. */
export const newOrderKey = (): string =>
  `wc_order_${Array.from({ length: 13 }, () => keyLetters[randomInt(keyLetters.length)]).join("")}`;

export type DraftLine = Omit<OrderLine, "id">;

export const lineOf = ({ piece, quantity }: CheckedLine): DraftLine => ({
  productId: piece.productId,
  variationId: piece.variationId,
  // what was not counted is not given back either, should it be counted by then
  stockId: piece.counted ? piece.stockId : null,
  name: piece.name,
  sku: piece.sku || null,
  options: piece.attributes.map(({ slug, name, value, option }) => ({ slug, name, value, option })),
  image: piece.picture ? pictureOf(piece.picture, "vi").src : "",
  slug: piece.slug,
  quantity,
  unitPrice: piece.unitPrice,
  subtotal: piece.unitPrice * quantity,
  total: piece.unitPrice * quantity,
  ownName: null,
  metaData: [],
  restocked: 0,
});

const addressOf = (place: TypedPlace, phone: string, ward: WardSnapshot | null): OrderAddress => ({
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

const samePlace = (one: TypedPlace, other: TypedPlace): boolean =>
  one.street === other.street && one.ward === other.ward && one.district === other.district;

const locationOf = (ward: WardSnapshot): OrderLocation => ({
  scheme: ward.scheme,
  province_id: ward.provinceId,
  province_name: ward.provinceName,
  district_id: ward.districtId,
  district_name: ward.districtName,
  ward_code: ward.wardCode,
  ward_name: ward.wardName,
});

/** An order as the server makes it of what was asked, before it is written. Money is whole đồng. */
export interface OrderDraft {
  lines: readonly DraftLine[];
  subtotal: number;
  shippingTotal: number;
  total: number;
  shippingFreeByRule: boolean;
  shippingMethodTitle: string;
  paymentMethodTitle: string;
  billing: OrderAddress & { email: string };
  shipping: OrderAddress;
  location: OrderLocation | null;
}

/** Puts an order together: prices from the catalogue, place names from the carrier, shipping from the quote. */
export function draftOrder(
  checkout: Checkout,
  {
    lines,
    ward,
    quote,
    lang,
  }: { lines: readonly CheckedLine[]; ward: WardSnapshot | null; quote: ShippingQuote; lang: Language },
): OrderDraft {
  const drafts = lines.map(lineOf);
  const subtotal = drafts.reduce((sum, line) => sum + line.total, 0);
  const { billing, shipping, phone, email } = checkout;
  const pickup = checkout.shippingMethod === "local_pickup";
  const nowhere = { street: "", ward: "", district: "", province: "", postcode: "" };
  return {
    lines: drafts,
    subtotal,
    shippingTotal: quote.cost,
    total: subtotal + quote.cost,
    shippingFreeByRule: quote.free,
    shippingMethodTitle: t(lang, pickup ? "order_info.delivery_in_person" : "order_info.delivery_shipment"),
    paymentMethodTitle: t(lang, `payment_method.${checkout.paymentMethod}`),
    billing: { ...addressOf(billing, phone, samePlace(billing, shipping) ? ward : null), email },
    shipping: addressOf(pickup ? { ...shipping, ...nowhere } : shipping, phone, ward),
    location: ward && locationOf(ward),
  };
}
