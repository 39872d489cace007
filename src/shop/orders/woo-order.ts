import { wooDates } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, negate } from "#contract/money.ts";
import { orderMeta } from "#contract/order-meta.ts";
import type { WooFeeLine, WooLineItem, WooMetaEntry, WooOrder, WooShippingLine } from "#contract/woo/order.ts";
import type { StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import { fullAddress } from "./full-address.ts";
import { lineGiftUnits, lineName, type Order, type OrderCharge, type OrderLine } from "./order.ts";

/** WooCommerce's decimals: none for đồng unless the request sets `dp`. */
export type Decimals = number;
export const wooMoney = (amount: Dong, decimals: Decimals): string => amount.toFixed(decimals);
/** The value of every tax field: prices include tax. */
export const noTax = (decimals: Decimals): string => wooMoney(dong(0), decimals);

type DatePair<Name extends string, Text> = Record<`date_${Name}` | `date_${Name}_gmt`, Text>;

/** `date_{name}` in the shop's time zone and `date_{name}_gmt`. */
export function dates<Name extends string>(name: Name, date: Date): DatePair<Name, string>;
export function dates<Name extends string>(name: Name, date: Date | null): DatePair<Name, string | null>;
export function dates(name: string, date: Date | null): Record<string, string | null> {
  const pair = date && wooDates(date);
  return { [`date_${name}`]: pair?.local ?? null, [`date_${name}_gmt`]: pair?.gmt ?? null };
}

export interface WooOrderOptions {
  lang: Language;
  /** origin of the shop, without a trailing slash */
  publicUrl: string;
  /** decimals of all money except a line's unit price */
  decimals?: Decimals;
  /** for the order's own customer: without hidden metadata */
  forCustomer?: boolean;
}

const customerMetaKeys: ReadonlySet<string> = new Set(Object.values(orderMeta));

/**
 * WooCommerce's convention: customers do not see keys with a leading underscore, except those that they sent themselves.
 */
const isHidden = ({ key }: StoredMeta): boolean => key.startsWith("_") && !customerMetaKeys.has(key);

const withoutHiddenMeta = <T extends { metaData: StoredMeta[] }>(resource: T): T => ({
  ...resource,
  metaData: resource.metaData.filter((entry) => !isHidden(entry)),
});

const customerView = (order: Order): Order => ({
  ...withoutHiddenMeta(order),
  lines: order.lines.map(withoutHiddenMeta),
  charges: order.charges.map(withoutHiddenMeta),
});

const toWooMeta = ({ id, key, value }: StoredMeta, after = 0): WooMetaEntry => ({
  id: id + after,
  key,
  value,
  display_key: key,
  display_value: typeof value === "string" ? value : JSON.stringify(value),
});

/** The chosen options are numbered first, then the metadata of merchants' programs. */
const lineMeta = ({ options, metaData }: OrderLine, lang: Language): WooMetaEntry[] => [
  ...options.map(({ slug, name, value, option }, index) => ({
    id: index + 1,
    key: slug,
    value,
    display_key: name[lang],
    display_value: option[lang],
  })),
  ...metaData.map((entry) => toWooMeta(entry, options.length)),
];

function wooLine(line: OrderLine, { lang, publicUrl, decimals = 0 }: WooOrderOptions): WooLineItem {
  return {
    id: line.id,
    name: lineName(line, lang),
    product_id: line.productId,
    variation_id: line.variationId ?? 0,
    quantity: line.quantity,
    tax_class: "",
    subtotal: wooMoney(line.subtotal, decimals),
    subtotal_tax: noTax(decimals),
    total: wooMoney(line.total, decimals),
    total_tax: noTax(decimals),
    taxes: [],
    meta_data: lineMeta(line, lang),
    sku: line.sku,
    price: line.total / line.quantity,
    image: { id: "", src: line.image && new URL(line.image, publicUrl).href },
    parent_name: line.variationId === null ? null : line.name[lang],
    gift: line.gift && {
      name: line.gift.name[lang],
      image: { src: new URL(line.gift.image, publicUrl).href },
      quantity: lineGiftUnits(line.gift, line.quantity),
    },
  };
}

const shippingLine = (charge: OrderCharge, decimals: Decimals): WooShippingLine => ({
  id: charge.id,
  method_title: charge.title,
  method_id: charge.methodId,
  instance_id: charge.instanceId,
  total: wooMoney(charge.total, decimals),
  total_tax: noTax(decimals),
  taxes: [],
  tax_status: "none",
  meta_data: charge.metaData.map((entry) => toWooMeta(entry)),
});

const feeLine = (charge: OrderCharge, decimals: Decimals): WooFeeLine => ({
  id: charge.id,
  name: charge.title,
  tax_class: "",
  tax_status: "none",
  amount: wooMoney(charge.total, decimals),
  total: wooMoney(charge.total, decimals),
  total_tax: noTax(decimals),
  taxes: [],
  meta_data: charge.metaData.map((entry) => toWooMeta(entry)),
});

function links({ id, customerId }: Order, publicUrl: string): WooOrder["_links"] {
  const base = `${publicUrl}/wp-json/wc/v3`;
  return {
    self: [{ href: `${base}/orders/${id}` }],
    collection: [{ href: `${base}/orders` }],
    ...(customerId === null ? {} : { customer: [{ href: `${base}/customers/${customerId}` }] }),
  };
}

const totals = (order: Order, decimals: Decimals) => ({
  discount_total: wooMoney(order.discountTotal, decimals),
  discount_tax: noTax(decimals),
  shipping_total: wooMoney(order.shippingTotal, decimals),
  shipping_tax: noTax(decimals),
  cart_tax: noTax(decimals),
  total: wooMoney(order.total, decimals),
  total_tax: noTax(decimals),
});

const itemLists = (order: Order, options: WooOrderOptions) => {
  const decimals = options.decimals ?? 0;
  const charges = (kind: OrderCharge["kind"]) => order.charges.filter((charge) => charge.kind === kind);
  return {
    meta_data: order.metaData,
    line_items: order.lines.map((line) => wooLine(line, options)),
    tax_lines: [],
    shipping_lines: charges("shipping").map((charge) => shippingLine(charge, decimals)),
    fee_lines: charges("fee").map((charge) => feeLine(charge, decimals)),
    coupon_lines: [],
    refunds: order.refunds.map(({ id, reason, amount }) => ({ id, reason, total: wooMoney(negate(amount), decimals) })),
  };
};

const payment = (order: Order, publicUrl: string) => {
  const unpaid = order.status === "pending" || order.status === "failed";
  return {
    payment_url: `${publicUrl}/final-payment?order_id=${order.id}`,
    is_editable: order.status === "pending" || order.status === "on-hold",
    needs_payment: unpaid && order.total > 0,
    needs_processing: order.lines.length > 0,
  };
};

/** An order in WooCommerce's format, for customers and merchants. */
export function wooOrder(stored: Order, options: WooOrderOptions): WooOrder {
  const order = options.forCustomer ? customerView(stored) : stored;
  return {
    id: order.id,
    parent_id: 0,
    number: String(order.id),
    order_key: order.orderKey,
    created_via: order.createdVia,
    version: "10.6.0",
    status: order.status,
    currency: "VND",
    currency_symbol: "₫",
    ...dates("created", order.createdAt),
    ...dates("modified", order.modifiedAt),
    ...totals(order, options.decimals ?? 0),
    prices_include_tax: true,
    customer_id: order.customerId ?? 0,
    customer_ip_address: order.customerIp ?? "",
    customer_user_agent: order.userAgent,
    customer_note: order.customerNote,
    billing: order.billing,
    shipping: order.shipping,
    ...(order.location?.address ? { address_label: fullAddress(order.shipping, order.location, options.lang) } : {}),
    payment_method: order.paymentMethod,
    payment_method_title: order.paymentMethodTitle,
    transaction_id: order.transactionId,
    ...dates("paid", order.paidAt),
    ...dates("completed", order.completedAt),
    cart_hash: "",
    ...itemLists(order, options),
    ...payment(order, options.publicUrl),
    _links: links(order, options.publicUrl),
  };
}
