import { formatDate } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { formatPrice } from "#contract/money.ts";
import type { OrderDigest } from "./email.ts";
import { common } from "./email-copy.ts";

/** An amount in đồng as a letter shows it; orders are paid in đồng whatever the page showed. */
export const price = (amount: number): string => formatPrice(amount, { code: "VND", rate: 1 });

/** A label and what it names. */
export interface Fact {
  label: string;
  value: string;
}

/** The sums under an order's lines, the total last. */
export function sumsOf(order: OrderDigest, lang: Language): Fact[] {
  const sum = (word: "subtotal" | "discount" | "shipping" | "fees" | "total", amount: number): Fact => ({
    label: common(lang, word),
    value: price(amount),
  });
  return [
    sum("subtotal", order.subtotal),
    ...(order.discount > 0 ? [sum("discount", -order.discount)] : []),
    order.shipping > 0
      ? sum("shipping", order.shipping)
      : { label: common(lang, "shipping"), value: common(lang, "free") },
    ...(order.fees === 0 ? [] : [sum("fees", order.fees)]),
    sum("total", order.total),
  ];
}

/** What else is to be known of an order: when, how it is paid, where it goes. */
export const detailsOf = (order: OrderDigest, lang: Language): Fact[] => [
  { label: common(lang, "method"), value: order.method },
  order.shipTo.length > 0
    ? { label: common(lang, "ship_to"), value: order.shipTo.join("\n") }
    : { label: common(lang, "delivery"), value: order.delivery },
];

/** Number and date, a line each. */
export const headOf = (order: OrderDigest, orderNumber: string, lang: Language): string[] => [
  common(lang, "order_number", { order_number: orderNumber }),
  common(lang, "order_date", { order_date: formatDate(order.placedAt) }),
];
