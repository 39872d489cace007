import { formatDate } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, formatDong, negate } from "#contract/money.ts";
import type { OrderDigest } from "./email.ts";
import { commonText } from "./email-copy.ts";

/** A label and its value. */
export interface Fact {
  label: string;
  value: string;
}

/** The rows below an order's lines, the total last; in đồng also if the page showed another currency. */
export function totalRows(order: OrderDigest, lang: Language): Fact[] {
  const row = (key: "subtotal" | "discount" | "shipping" | "fees" | "total", amount: Dong): Fact => ({
    label: commonText(lang, key),
    value: formatDong(amount),
  });
  return [
    row("subtotal", order.subtotal),
    ...(order.discount > 0 ? [row("discount", negate(order.discount))] : []),
    order.shipping > 0
      ? row("shipping", order.shipping)
      : { label: commonText(lang, "shipping"), value: commonText(lang, "free") },
    ...(order.fees === 0 ? [] : [row("fees", order.fees)]),
    row("total", order.total),
  ];
}

/** Payment method and delivery address. */
export const detailRows = (order: OrderDigest, lang: Language): Fact[] => [
  { label: commonText(lang, "method"), value: order.method },
  order.shipTo.length > 0
    ? { label: commonText(lang, "ship_to"), value: order.shipTo.join("\n") }
    : { label: commonText(lang, "delivery"), value: order.delivery },
];

/** Order number and date, a line each. */
export const headLines = (order: OrderDigest, orderNumber: string, lang: Language): string[] => [
  commonText(lang, "order_number", { order_number: orderNumber }),
  commonText(lang, "order_date", { order_date: formatDate(order.placedAt) }),
];
