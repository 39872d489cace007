import type { StoredAddress } from "#contract/address.ts";
import { giftUnits, withUnits } from "#contract/free-gift.ts";
import type { Language, Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import type { ShippingMethod } from "#contract/order.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import type { StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { StoredStatus } from "./order-status.ts";

/** An address as it is stored with an order and shown by WooCommerce. */
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

/** A ward and what it is part of. */
interface LocationNames {
  province_id: number;
  province_name: string;
  district_id: number;
  district_name: string;
  ward_code: string;
  ward_name: string;
}

/**
 * The ids and names behind an address, in the scheme from which they were chosen: the carrier's ids, or since July 2025 the codes
 * of the statistics office, with 0 for the district; its name is the former one, or "".
 */
export interface OrderLocation extends LocationNames {
  scheme: "old3" | "new2";
  /** of a new ward the old one that represents it, by the carrier's ids */
  old_ward?: LocationNames;
  /** in both schemes, if the search of addresses was on: never changed by later updates of the units */
  address?: StoredAddress;
}

/** A free gift as it was when it was ordered; an order of an earlier release has neither slug, quantity nor amount. */
export interface LineGift {
  slug?: string;
  name: Translated;
  /** path on our origin */
  image: string;
  /** units for each unit of the line; with a minimum amount for the line */
  quantity?: number;
  minAmount?: Dong | null;
}

/** A line item as it was when it was ordered. */
export interface OrderLine {
  id: number;
  productId: number;
  variationId: number | null;
  stockId: number | null;
  name: Translated;
  sku: string | null;
  options: { slug: string; name: Translated; value: string; option: Translated }[];
  /** path of an image on our origin, "" if there was none */
  image: string;
  /** the free gift in its box, as it was promised; null without one */
  gift: LineGift | null;
  slug: string;
  quantity: number;
  unitPrice: Dong;
  subtotal: Dong;
  total: Dong;
  /** the name that a merchant gave it; null if it has its product's name and options */
  ownName: string | null;
  /** metadata written by merchants' programs, without the chosen options */
  metaData: StoredMeta[];
  /** units that refunds have returned to stock */
  restocked: number;
}

/** A shipping line or a fee. A rebate is a negative fee. */
export interface OrderCharge {
  id: number;
  kind: "shipping" | "fee";
  /** "" for fees */
  methodId: string;
  title: string;
  instanceId: string;
  total: Dong;
  metaData: StoredMeta[];
}

/** An order as it is stored, with its lines, charges and refunds. */
export interface Order {
  id: number;
  orderKey: string;
  customerId: number | null;
  status: StoredStatus;
  subtotal: Dong;
  discountTotal: Dong;
  shippingTotal: Dong;
  feeTotal: Dong;
  total: Dong;
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
  metaData: StoredMeta[];
  createdVia: string;
  customerIp: string | null;
  userAgent: string;
  createdAt: Date;
  modifiedAt: Date;
  paidAt: Date | null;
  completedAt: Date | null;
  lines: OrderLine[];
  charges: OrderCharge[];
  refunds: { id: number; reason: string; amount: Dong }[];
}

/** The language of emails about `orders o`: that of the page it was placed on, else of its customer's account. */
export const orderLanguage: Sql = sql`
  coalesce(o.language, (select c.language from customer c where c.id = o.customer_id), 'vi')`;

/** The columns of `orders o` as {@link Order}, with lines, charges and refunds. */
export const orderColumns: Sql = sql`
  o.id, o.order_key "orderKey", o.customer_id "customerId", o.status, o.subtotal, o.discount_total "discountTotal",
  o.shipping_total "shippingTotal", o.fee_total "feeTotal", o.total, o.payment_method "paymentMethod",
  o.payment_method_title "paymentMethodTitle", o.transaction_id "transactionId", o.billing, o.shipping,
  o.shipping_method "shippingMethod", o.shipping_method_title "shippingMethodTitle",
  o.shipping_free_by_rule "shippingFreeByRule", o.location, o.customer_note "customerNote", o.meta_data "metaData",
  o.created_via "createdVia", host(o.customer_ip) "customerIp", o.user_agent "userAgent", o.created_at "createdAt",
  o.modified_at "modifiedAt", o.paid_at "paidAt", o.completed_at "completedAt",
  coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'productId', l.product_id, 'variationId', l.variation_id,
      'stockId', l.stock_id, 'name', l.name, 'sku', l.sku, 'options', l.options, 'image', l.image, 'gift', l.gift, 'slug', l.slug,
      'quantity', l.quantity, 'unitPrice', l.unit_price, 'subtotal', l.subtotal, 'total', l.total, 'ownName', l.custom_name,
      'metaData', l.meta_data, 'restocked', l.restocked) order by l.id)
    from order_line l where l.order_id = o.id), '[]') lines,
  coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'methodId', c.method_id, 'title', c.title,
      'instanceId', c.instance_id, 'total', c.total, 'metaData', c.meta_data) order by c.id)
    from order_charge c where c.order_id = o.id), '[]') charges,
  coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'reason', r.reason, 'amount', r.amount) order by r.id desc)
    from refund r where r.order_id = o.id and r.status <> 'failed' and not r.is_overpayment), '[]') refunds`;

/** The chosen options as one string: "50 mm, Hộp quà". */
export const optionText = (line: Pick<OrderLine, "options">, lang: keyof Translated): string =>
  line.options.map(({ option }) => option[lang]).join(", ");

/** Product name and options, "Nhẫn bạc - 50 mm, Hộp quà", or the name that a merchant gave the line. */
export function lineName(line: Pick<OrderLine, "ownName" | "name" | "options">, lang: keyof Translated): string {
  if (line.ownName !== null) return line.ownName;
  const chosen = optionText(line, lang);
  return chosen ? `${line.name[lang]} - ${chosen}` : line.name[lang];
}

/** Units of a line's free gift. @param quantity of the line */
export const lineGiftUnits = ({ quantity: each = 1, minAmount = null }: LineGift, quantity: number): number =>
  giftUnits({ quantity: each, minAmount }, quantity);

/** The name of a line's free gift with its units, if it has several; "" without a gift. */
export const lineGiftName = ({ gift, quantity }: Pick<OrderLine, "gift" | "quantity">, lang: Language): string =>
  gift ? withUnits(gift.name[lang], lineGiftUnits(gift, quantity)) : "";
