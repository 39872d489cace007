import { wooDates } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { type Order, type OrderLine, optionText } from "./order.ts";

/** WooCommerce's decimals: none for đồng unless a call asks for more. */
export type Decimals = number;
const money = (amount: number, decimals: Decimals): string => amount.toFixed(decimals);

const dates = (name: string, date: Date | null): Record<string, string | null> => {
  const pair = date && wooDates(date);
  return { [`date_${name}`]: pair?.local ?? null, [`date_${name}_gmt`]: pair?.gmt ?? null };
};

export interface WooOrderOptions {
  lang: Language;
  /** origin of the shop, without a trailing slash */
  publicUrl: string;
  /** decimals of all money but a line's unit price */
  decimals?: Decimals;
}

function wooLine(line: OrderLine, { lang, publicUrl, decimals = 0 }: WooOrderOptions): object {
  const chosen = optionText(line, lang);
  return {
    id: line.id,
    name: chosen ? `${line.name[lang]} - ${chosen}` : line.name[lang],
    product_id: line.productId,
    variation_id: line.variationId ?? 0,
    quantity: line.quantity,
    tax_class: "",
    subtotal: money(line.subtotal, decimals),
    subtotal_tax: money(0, decimals),
    total: money(line.total, decimals),
    total_tax: money(0, decimals),
    taxes: [],
    meta_data: line.options.map(({ slug, name, value, option }, index) => ({
      id: index + 1,
      key: slug,
      value,
      display_key: name[lang],
      display_value: option[lang],
    })),
    sku: line.sku,
    price: line.total / line.quantity,
    image: { id: "", src: line.image && new URL(line.image, publicUrl).href },
    parent_name: line.variationId === null ? null : line.name[lang],
  };
}

const shippingLine = (order: Order, decimals: Decimals): object => ({
  id: 1,
  method_title: order.shippingMethodTitle,
  method_id: order.shippingMethod,
  instance_id: "0",
  total: money(order.shippingTotal, decimals),
  total_tax: money(0, decimals),
  taxes: [],
  tax_status: "none",
  meta_data: [],
});

const feeLine = (order: Order, decimals: Decimals): object => ({
  id: 2,
  name: "",
  tax_class: "",
  tax_status: "none",
  amount: String(order.feeTotal),
  total: money(order.feeTotal, decimals),
  total_tax: money(0, decimals),
  taxes: [],
  meta_data: [],
});

function links({ id, customerId }: Order, publicUrl: string): object {
  const base = `${publicUrl}/wp-json/wc/v3`;
  return {
    self: [{ href: `${base}/orders/${id}` }],
    collection: [{ href: `${base}/orders` }],
    ...(customerId === null ? {} : { customer: [{ href: `${base}/customers/${customerId}` }] }),
  };
}

const totals = (order: Order, decimals: Decimals): object => ({
  discount_total: money(order.discountTotal, decimals),
  discount_tax: money(0, decimals),
  shipping_total: money(order.shippingTotal, decimals),
  shipping_tax: money(0, decimals),
  cart_tax: money(0, decimals),
  total: money(order.total, decimals),
  total_tax: money(0, decimals),
});

const itemLists = (order: Order, options: WooOrderOptions): object => {
  const decimals = options.decimals ?? 0;
  return {
    meta_data: order.metaData.map(({ key, value }, index) => ({ id: index + 1, key, value })),
    line_items: order.lines.map((line) => wooLine(line, options)),
    tax_lines: [],
    shipping_lines: [shippingLine(order, decimals)],
    fee_lines: order.feeTotal === 0 ? [] : [feeLine(order, decimals)],
    coupon_lines: [],
    refunds: order.refunds.map(({ id, reason, amount }) => ({ id, reason, total: money(-amount, decimals) })),
  };
};

/** An order in WooCommerce's full shape, for shoppers and merchants, reads and writes alike. */
export function wooOrder(order: Order, options: WooOrderOptions): object {
  const unpaid = order.status === "pending" || order.status === "failed";
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
    payment_method: order.paymentMethod,
    payment_method_title: order.paymentMethodTitle,
    transaction_id: order.transactionId,
    ...dates("paid", order.paidAt),
    ...dates("completed", order.completedAt),
    cart_hash: "",
    ...itemLists(order, options),
    payment_url: `${options.publicUrl}/final-payment?order_id=${order.id}`,
    is_editable: order.status === "pending" || order.status === "on-hold",
    needs_payment: unpaid && order.total > 0,
    needs_processing: true,
    _links: links(order, options.publicUrl),
  };
}
