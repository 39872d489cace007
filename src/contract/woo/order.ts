import { z } from "zod";
import { OrderWorkflow } from "../order-workflow.ts";
import { WooAddress } from "../order.ts";
import { anyStatuses } from "../order-statuses.ts";

/** Amounts are strings, padded to the requested decimal places; only a line's unit price is a number. */
const money = z.string();
const date = z.string().nullable();
/** WooCommerce's tax lists, always empty: prices include tax */
const none = z.array(z.never());

const MetaEntry = z.object({ id: z.int(), key: z.string(), value: z.unknown() });
const DisplayedMetaEntry = MetaEntry.extend({ display_key: z.string(), display_value: z.string() });

const LineItem = z.object({
  id: z.int(),
  name: z.string(),
  product_id: z.int(),
  /** 0 for a simple product */
  variation_id: z.int(),
  quantity: z.int(),
  tax_class: z.string(),
  subtotal: money,
  subtotal_tax: money,
  total: money,
  total_tax: money,
  taxes: none,
  /** the chosen options, then metadata of programs */
  meta_data: z.array(DisplayedMetaEntry),
  sku: z.string().nullable(),
  /** unit price */
  price: z.number(),
  image: z.object({ id: z.union([z.int(), z.string()]), src: z.string() }),
  parent_name: z.string().nullable(),
  /** the free gift with its units, which WooCommerce has not */
  gift: z.object({ name: z.string(), image: z.object({ src: z.string() }), quantity: z.int() }).nullable(),
});

const ShippingLine = z.object({
  id: z.int(),
  method_title: z.string(),
  method_id: z.string(),
  instance_id: z.string(),
  total: money,
  total_tax: money,
  taxes: none,
  tax_status: z.string(),
  meta_data: z.array(DisplayedMetaEntry),
});

const FeeLine = z.object({
  id: z.int(),
  name: z.string(),
  tax_class: z.string(),
  tax_status: z.string(),
  amount: money,
  total: money,
  total_tax: money,
  taxes: none,
  meta_data: z.array(DisplayedMetaEntry),
});

/** An order with all of WooCommerce's fields. */
export const WooOrder = z.object({
  id: z.int(),
  parent_id: z.int(),
  number: z.string(),
  order_key: z.string(),
  created_via: z.string(),
  version: z.string(),
  status: z.enum(anyStatuses),
  currency: z.string(),
  currency_symbol: z.string(),
  date_created: z.string(),
  date_created_gmt: z.string(),
  date_modified: z.string(),
  date_modified_gmt: z.string(),
  discount_total: money,
  discount_tax: money,
  shipping_total: money,
  shipping_tax: money,
  cart_tax: money,
  total: money,
  total_tax: money,
  prices_include_tax: z.boolean(),
  /** 0 for a guest */
  customer_id: z.int(),
  customer_ip_address: z.string(),
  customer_user_agent: z.string(),
  customer_note: z.string(),
  billing: WooAddress.extend({ email: z.string() }),
  shipping: WooAddress,
  /** the shipping address on one line, new names first, if the order has it in both schemes; WooCommerce has no such field */
  address_label: z.string().optional(),
  payment_method: z.string(),
  payment_method_title: z.string(),
  transaction_id: z.string(),
  date_paid: date,
  date_paid_gmt: date,
  date_completed: date,
  date_completed_gmt: date,
  cart_hash: z.string(),
  meta_data: z.array(MetaEntry),
  line_items: z.array(LineItem),
  tax_lines: none,
  shipping_lines: z.array(ShippingLine),
  fee_lines: z.array(FeeLine),
  coupon_lines: none,
  /** totals are negative */
  refunds: z.array(z.object({ id: z.int(), reason: z.string(), total: money })),
  payment_url: z.string(),
  is_editable: z.boolean(),
  needs_payment: z.boolean(),
  needs_processing: z.boolean(),
  /** in sessions of staff members */
  lianne: OrderWorkflow.optional(),
  _links: z.record(z.string(), z.array(z.object({ href: z.string() }))),
});
export type WooOrder = z.infer<typeof WooOrder>;
export type WooLineItem = z.infer<typeof LineItem>;
export type WooShippingLine = z.infer<typeof ShippingLine>;
export type WooFeeLine = z.infer<typeof FeeLine>;
export type WooMetaEntry = z.infer<typeof DisplayedMetaEntry>;
