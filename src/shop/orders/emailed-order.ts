import type { CalendarDay } from "#contract/calendar-days.ts";
import type { Language } from "#contract/language.ts";
import { isCashMethod, isPaymentMethod } from "#contract/payment-methods/index.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { OrderDigest } from "#shop/mail/index.ts";
import { fullAddress } from "./full-address.ts";
import { lineGiftName, type Order, optionText } from "./order.ts";

/** When an order arrives, or is ready for pickup. */
export interface EmailedPromise {
  from: CalendarDay;
  by: CalendarDay;
  /** the latest day when it was placed; by default the same */
  shownBy?: CalendarDay;
  /** another day that the merchant has promised, for a reason that the customer was emailed */
  changedTo?: CalendarDay | null;
}

/** The name of a payment method; a method unknown to the shop has the title that a merchant gave it. */
export const methodName = (method: string, title: string, lang: Language): string =>
  isPaymentMethod(method) ? t(lang, `payment_method.${method}`) : title || t(lang, "payment_method.unknown");

/** The part of an order that emails show. */
export type EmailedOrder = Pick<
  Order,
  | "id"
  | "createdAt"
  | "subtotal"
  | "discountTotal"
  | "shippingTotal"
  | "feeTotal"
  | "total"
  | "paymentMethod"
  | "paymentMethodTitle"
  | "shippingMethod"
  | "shipping"
  | "location"
  | "billing"
> & {
  lines: readonly Omit<Order["lines"][number], "id">[];
  promise?: EmailedPromise | null;
  confirmBy?: Date | null;
};

export const isPickup = ({ shippingMethod }: EmailedOrder): boolean => shippingMethod === "local_pickup";

function methodOf(order: EmailedOrder, lang: Language): string {
  const inCash = isCashMethod(order.paymentMethod) && isPickup(order);
  return inCash
    ? t(lang, "payment_method.cod_pickup")
    : methodName(order.paymentMethod, order.paymentMethodTitle, lang);
}

const addressLines = ({ shipping, location }: EmailedOrder, lang: Language, street = shipping.address_1): string[] =>
  [
    `${shipping.last_name} ${shipping.first_name}`.trim(),
    toLocalPhone(shipping.phone),
    fullAddress({ ...shipping, address_1: street }, location, lang),
  ].filter(Boolean);

/** An order of virtual lines alone has no shipping address. */
const deliveryOf = (order: EmailedOrder, lang: Language): "in_person" | "shipment" | "none" =>
  isPickup(order) ? "in_person" : addressLines(order, lang).length > 0 ? "shipment" : "none";

/** The summary of an order in an email. */
export const digestOf = (order: EmailedOrder, lang: Language): OrderDigest => ({
  placedAt: order.createdAt.toISOString(),
  lines: order.lines.map((line) => ({
    name: line.ownName ?? line.name[lang],
    option: line.ownName === null ? optionText(line, lang) : "",
    gift: lineGiftName(line, lang),
    quantity: line.quantity,
    total: line.total,
  })),
  subtotal: order.subtotal,
  discount: order.discountTotal,
  shipping: order.shippingTotal,
  fees: order.feeTotal,
  total: order.total,
  method: methodOf(order, lang),
  delivery: t(lang, `order_info.delivery_${deliveryOf(order, lang)}`),
  shipTo: isPickup(order) ? [] : addressLines(order, lang),
  shipToUnconfirmed: isPickup(order) ? [] : addressLines(order, lang, ""),
});
