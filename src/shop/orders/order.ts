import type { Translated } from "#contract/language.ts";
import type { OrderStatus, ShippingMethod } from "#contract/order.ts";
import { type Sql, sql } from "#shop/kernel/database.ts";

/** An address as it is kept with an order and as WooCommerce shows it. */
export interface OrderAddress {
  first_name: string;
  last_name: string;
  company: string;
  address_1: string;
  /** the ward */
  address_2: string;
  /** the province */
  city: string;
  /** the district */
  state: string;
  postcode: string;
  country: string;
  phone: string;
}

/** The ids and names behind an address, in the scheme they were chosen in. */
export interface OrderLocation {
  scheme: "old3" | "new2";
  province_id: number;
  province_name: string;
  district_id: number;
  district_name: string;
  ward_code: string;
  ward_name: string;
}

/** What was ordered, as it was at that moment. Money is whole đồng. */
export interface OrderLine {
  id: number;
  productId: number;
  variationId: number | null;
  stockId: number | null;
  name: Translated;
  sku: string | null;
  options: { slug: string; name: Translated; value: string; option: Translated }[];
  /** path of a picture on our origin, "" where there was none */
  image: string;
  slug: string;
  quantity: number;
  unitPrice: number;
  subtotal: number;
  total: number;
}

/** One order. Money is whole đồng. */
export interface Order {
  id: number;
  orderKey: string;
  customerId: number | null;
  status: OrderStatus;
  subtotal: number;
  discountTotal: number;
  shippingTotal: number;
  feeTotal: number;
  total: number;
  paymentMethod: string;
  paymentMethodTitle: string;
  transactionId: string;
  billing: OrderAddress & { email: string };
  shipping: OrderAddress;
  shippingMethod: ShippingMethod;
  shippingMethodTitle: string;
  shippingFreeByRule: boolean;
  location: OrderLocation | null;
  customerNote: string;
  metaData: { key: string; value: unknown }[];
  createdVia: string;
  customerIp: string | null;
  userAgent: string;
  createdAt: Date;
  modifiedAt: Date;
  paidAt: Date | null;
  completedAt: Date | null;
  lines: OrderLine[];
  refunds: { id: number; reason: string; amount: number }[];
}

/** Columns of `orders o` as {@link Order}, its lines and refunds included. */
export const orderColumns: Sql = sql`
  o.id, o.order_key "orderKey", o.customer_id "customerId", o.status, o.subtotal, o.discount_total "discountTotal",
  o.shipping_total "shippingTotal", o.fee_total "feeTotal", o.total, o.payment_method "paymentMethod",
  o.payment_method_title "paymentMethodTitle", o.transaction_id "transactionId", o.billing, o.shipping,
  o.shipping_method "shippingMethod", o.shipping_method_title "shippingMethodTitle",
  o.shipping_free_by_rule "shippingFreeByRule", o.location, o.customer_note "customerNote", o.meta_data "metaData",
  o.created_via "createdVia", host(o.customer_ip) "customerIp", o.user_agent "userAgent", o.created_at "createdAt",
  o.modified_at "modifiedAt", o.paid_at "paidAt", o.completed_at "completedAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'productId', l.product_id, 'variationId', l.variation_id,
      'stockId', l.stock_id, 'name', l.name, 'sku', l.sku, 'options', l.options, 'image', l.image, 'slug', l.slug,
      'quantity', l.quantity, 'unitPrice', l.unit_price, 'subtotal', l.subtotal, 'total', l.total) order by l.id)
    from order_line l where l.order_id = o.id), '[]') lines,
  coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'amount', r.amount) order by r.id desc)
    from refund r where r.order_id = o.id and r.status <> 'failed'), '[]') refunds`;

/** Product and choices in one name: "Nhẫn bạc - 50 mm, Hộp quà". */
export const optionText = (line: Pick<OrderLine, "options">, lang: keyof Translated): string =>
  line.options.map(({ option }) => option[lang]).join(", ");
