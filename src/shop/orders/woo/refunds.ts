import type { Translated } from "#contract/language.ts";
import { type Dong, negate } from "#contract/money.ts";
import { parseMoment } from "#contract/woo/query.ts";
import type { Refund, RefundsQuery } from "#contract/woo/refund.ts";
import { join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { dates, noTax, type WooOrderOptions, wooMoney } from "../woo-order.ts";

/** A refunded line of an order. Quantities and money are not negative. */
export interface RefundedLine {
  id: number;
  /** the id of the order's line or charge */
  itemId: number;
  kind: "line" | "shipping" | "fee";
  name: Translated;
  /** "" except for shipping */
  methodId: string;
  productId: number;
  variationId: number | null;
  sku: string | null;
  quantity: number;
  total: Dong;
}

export interface RefundRow {
  id: number;
  orderId: number;
  paymentId: number | null;
  amount: Dong;
  reason: string;
  status: "requested" | "done" | "failed" | "manual";
  lines: RefundedLine[];
  metaData: StoredMeta[];
  createdAt: Date;
}

const refundColumns = sql`r.id, r.order_id "orderId", r.payment_id "paymentId", r.amount, r.reason, r.status, r.lines,
  r.meta_data "metaData", r.created_at "createdAt"`;

export const findRefund = (reader: Reader, orderId: number, id: number): Promise<RefundRow | undefined> =>
  reader.one<RefundRow>(
    sql`select ${refundColumns} from refund r where r.id = ${id} and r.order_id = ${orderId} and not r.is_overpayment`,
  );

function conditionsOf(query: RefundsQuery, orderId: number | null): Sql {
  const { include, exclude, after, before, search, dates_are_gmt: gmt } = query;
  const conditions = [
    sql`r.status <> 'failed' and not r.is_overpayment`,
    orderId === null ? undefined : sql`r.order_id = ${orderId}`,
    include && sql`r.id = any(${include}::integer[])`,
    exclude && sql`r.id <> all(${exclude}::integer[])`,
    after ? sql`date_trunc('second', r.created_at) > ${parseMoment(after, gmt)}` : undefined,
    before ? sql`r.created_at < ${parseMoment(before, gmt)}` : undefined,
    search ? sql`position(fold_text(${search}) in fold_text(r.reason)) > 0` : undefined,
  ];
  return join(
    conditions.filter((condition) => condition !== undefined),
    " and ",
  );
}

/** One page of refunds with the total count, of one order or of all. */
export async function listRefunds(
  reader: Reader,
  query: RefundsQuery,
  orderId: number | null,
): Promise<{ refunds: RefundRow[]; total: number }> {
  const where = conditionsOf(query, orderId);
  const direction = raw(query.order);
  const order =
    query.orderby === "include" && query.include
      ? sql`array_position(${query.include}::integer[], r.id)`
      : sql`${query.orderby === "id" ? sql`r.id` : sql`r.created_at`} ${direction}, r.id ${direction}`;
  const refunds = await reader.all<RefundRow>(sql`
    select ${refundColumns} from refund r where ${where} order by ${order}
    limit ${query.per_page} offset ${query.offset ?? (query.page - 1) * query.per_page}`);
  const counted = await reader.one<{ total: number }>(sql`select count(*)::integer total from refund r where ${where}`);
  return { refunds, total: counted?.total ?? 0 };
}

const taxless = (decimals: number) => ({ total_tax: noTax(decimals), taxes: [] });
const refundedItemMeta = ({ itemId }: RefundedLine) => [{ id: 1, key: "_refunded_item_id", value: String(itemId) }];

function itemsOf(lines: readonly RefundedLine[], { lang, decimals = 0 }: WooOrderOptions) {
  const of = (kind: RefundedLine["kind"]) => lines.filter((line) => line.kind === kind);
  const shared = (line: RefundedLine) => ({
    id: line.id,
    total: wooMoney(negate(line.total), decimals),
    ...taxless(decimals),
    meta_data: refundedItemMeta(line),
  });
  return {
    line_items: of("line").map((line) => ({
      ...shared(line),
      name: line.name[lang],
      product_id: line.productId,
      variation_id: line.variationId ?? 0,
      quantity: -line.quantity,
      tax_class: "",
      subtotal: wooMoney(negate(line.total), decimals),
      subtotal_tax: noTax(decimals),
      sku: line.sku,
      price: line.quantity === 0 ? line.total : line.total / line.quantity,
    })),
    shipping_lines: of("shipping").map((line) => ({
      ...shared(line),
      method_title: line.name[lang],
      method_id: line.methodId,
    })),
    tax_lines: [],
    fee_lines: of("fee").map((line) => ({ ...shared(line), name: line.name[lang], tax_class: "", tax_status: "none" })),
  };
}

/** A refund in WooCommerce's format. */
export function wooRefund(refund: RefundRow, options: WooOrderOptions): Refund {
  const { id, orderId, status } = refund;
  return {
    id,
    parent_id: orderId,
    ...dates("created", refund.createdAt),
    amount: wooMoney(refund.amount, options.decimals ?? 0),
    reason: refund.reason,
    refunded_by: 0,
    refunded_payment: status === "requested" || status === "done",
    meta_data: refund.metaData,
    ...itemsOf(refund.lines, options),
    _links: linksOf(options.publicUrl, `orders/${orderId}/refunds`, id, `orders/${orderId}`) as Refund["_links"],
  };
}
