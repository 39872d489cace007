import type { z } from "zod";
import type { ReturnState } from "#contract/backoffice/parcel-views.ts";
import type { CreateExchange, ExchangeEntry } from "#contract/backoffice/returns.ts";
import type { Language } from "#contract/language.ts";
import { dong } from "#contract/money.ts";
import type { Purchasable } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import {
  findOrder,
  insertCharges,
  insertLineItems,
  lineName,
  lockOrder,
  newOrderKey,
  type Order,
  shippingCharge,
  toLineItem,
  transitionOrder,
  type VersionCheck,
} from "#shop/orders/index.ts";
import { orderNotFound, wrongState } from "../parcels/parcel-errors.ts";
import { type ExchangeableLine, exchangeableLines, findAlternative } from "./exchange-lines.ts";
import { recordInspection } from "./inspect-parcel.ts";

interface Actor {
  staffId: number;
  lang: Language;
}

/** Metadata key of the order that an exchange replaces. */
const replacesKey = "_replaces_order_id";

const zero = dong(0);
const zeroLine = (product: Purchasable, quantity: number) => ({
  ...toLineItem({ product, quantity }),
  unitPrice: zero,
  subtotal: zero,
  total: zero,
});

/** A copy of the order's customer and address, at zero price. It holds no stock until it is confirmed. */
const orderRow = (order: Order, now: Date): Sql => sql`
  insert into orders (order_key, customer_id, status, subtotal, shipping_total, total, billing, shipping, shipping_method,
    shipping_method_title, shipping_free_by_rule, location, customer_note, meta_data, created_via, stock_reserved, language,
    created_at, modified_at)
  select ${newOrderKey()}, customer_id, 'pending', 0, 0, 0, billing, shipping, shipping_method, shipping_method_title, true,
    location, '', ${json([{ id: 1, key: replacesKey, value: String(order.id) }])}::jsonb, 'exchange', false, language,
    ${now}::timestamptz, ${now}::timestamptz
  from orders where id = ${order.id} returning id`;

interface NewExchange {
  order: Order;
  chosen: ExchangeableLine;
  product: Purchasable;
  quantity: number;
  isReturned: boolean;
  staffId: number;
  now: Date;
}

async function insertExchange(tx: Tx, exchange: NewExchange): Promise<number> {
  const { order, chosen, product, quantity, isReturned, staffId, now } = exchange;
  const { shippingMethod, shippingMethodTitle } = order;
  const charges = order.charges.some(({ kind }) => kind === "shipping")
    ? [shippingCharge(shippingMethod, shippingMethodTitle, zero)]
    : [];
  const row = await tx.one<{ id: number }>(sql`
    with o as (${orderRow(order, now)}),
    lines as (${insertLineItems(sql`o`, [zeroLine(product, quantity)])}),
    charge as (${insertCharges(sql`o`, charges)}),
    event as (
      insert into order_event (order_id, from_status, to_status, actor, at)
      select id, null, 'pending', ${`staff:${staffId}`}, ${now}::timestamptz from o)
    select id from o`);
  if (!row) throw new Error("exchange: insert returned no order");
  await tx.run(sql`
    insert into exchange (order_id, replaces_order_id, line_id, quantity, staff_id, created_at, received_at)
    values (${row.id}, ${order.id}, ${chosen.line.id}, ${quantity}, ${staffId}, ${now},
      ${isReturned ? now : null}::timestamptz)`);
  return row.id;
}

/** @throws HttpError 400 for a line, an option or a number of units that cannot be exchanged */
async function chooseItem(
  tx: Tx,
  lines: readonly ExchangeableLine[],
  { line_id, variation_id, quantity }: z.output<typeof CreateExchange>,
  lang: Language,
): Promise<{ chosen: ExchangeableLine; product: Purchasable }> {
  const chosen = lines.find(({ line }) => line.id === line_id);
  if (!chosen) throw invalidParam("line_id", t(lang, "parcel_errors.unknown_line", { line: line_id }));
  if (quantity > chosen.units)
    throw invalidParam("quantity", t(lang, "parcel_errors.exchange_units", { units: chosen.units }));
  const product = await findAlternative(tx, chosen, variation_id);
  if (!product) throw invalidParam("variation_id", t(lang, "parcel_errors.unknown_option"));
  if (product.available < quantity)
    throw invalidParam(
      "variation_id",
      t(lang, "parcel_errors.option_out_of_stock", { available: product.available }),
      "out_of_stock",
    );
  return { chosen, product };
}

/**
 * Creates the order of an exchange, linked to the order that it replaces. Its stock is reserved when it is confirmed, and that of the replaced
 * item returned when it is back: see {@link receiveExchange}. A paid order whose parcel was returned is completed when nothing of it is left.
 * @returns the new order's id
 * @throws HttpError 404; 409 for an order that is neither completed nor returned, or not paid; 400
 */
export const createExchange = (
  shop: AppContext,
  orderId: number,
  input: z.output<typeof CreateExchange>,
  { staffId, lang, check }: Actor & { check: VersionCheck },
): Promise<number> =>
  shop.db.transaction(async (tx) => {
    const order = (await lockOrder(tx, orderId)) ? await findOrder(tx, orderId) : undefined;
    if (!order) throw orderNotFound(lang);
    await check(tx);
    const { isReturned, lines } = await exchangeableLines(tx, order, lang);
    const { chosen, product } = await chooseItem(tx, lines, input, lang);
    const now = shop.clock.now();
    const { quantity } = input;
    const id = await insertExchange(tx, { order, chosen, product, quantity, isReturned, staffId, now });
    const left = lines.reduce((units, one) => units + one.units, 0) - quantity;
    if (isReturned && left === 0)
      await transitionOrder(tx, orderId, "completed", { actor: `staff:${staffId}`, reason: `exchange: ${id}`, now });
    return id;
  });

interface ExchangeRow {
  orderId: number;
  orderStatus: string;
  replacesOrderId: number;
  lineId: number;
  quantity: number;
  createdAt: Date;
  receivedAt: Date | null;
}

const exchangeRows = (reader: Reader, orderId: number): Promise<ExchangeRow[]> =>
  reader.all<ExchangeRow>(sql`
    select x.order_id "orderId", o.status "orderStatus", x.replaces_order_id "replacesOrderId", x.line_id "lineId", x.quantity,
      x.created_at "createdAt", x.received_at "receivedAt"
    from exchange x join orders o on o.id = x.order_id
    where x.order_id = ${orderId} or x.replaces_order_id = ${orderId} order by x.order_id`);

/** The exchanges of an order, as the replaced or as the new one. */
export async function listExchanges(reader: Reader, orderId: number, lang: Language): Promise<ExchangeEntry[]> {
  const rows = await exchangeRows(reader, orderId);
  return Promise.all(
    rows.map(async ({ orderId: id, orderStatus, replacesOrderId, lineId, quantity, createdAt, receivedAt }) => {
      const [before, after] = await Promise.all([findOrder(reader, replacesOrderId), findOrder(reader, id)]);
      const from = before?.lines.find((line) => line.id === lineId);
      const [to] = after?.lines ?? [];
      return {
        order_id: id,
        order_status: orderStatus,
        replaces_order_id: replacesOrderId,
        line_id: lineId,
        quantity,
        from: from ? lineName(from, lang) : "",
        to: to ? lineName(to, lang) : "",
        created_at: createdAt.toISOString(),
        received_at: receivedAt?.toISOString() ?? null,
      };
    }),
  );
}

/**
 * Records that the replaced item is back, once: only its units in the state `restock` increase the stock.
 * @param orderId the new order @throws HttpError 404; 409 if it is back already
 */
export const receiveExchange = (
  shop: AppContext,
  orderId: number,
  state: ReturnState,
  { staffId, lang }: Actor,
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const found = (await exchangeRows(tx, orderId)).find((row) => row.orderId === orderId);
    if (!found) throw orderNotFound(lang);
    const { replacesOrderId, lineId, quantity } = found;
    const order = (await lockOrder(tx, replacesOrderId)) ? await findOrder(tx, replacesOrderId) : undefined;
    const line = order?.lines.find(({ id }) => id === lineId);
    if (!line) throw orderNotFound(lang);
    const now = shop.clock.now();
    const received = await tx.run(
      sql`update exchange set received_at = ${now} where order_id = ${orderId} and received_at is null`,
    );
    if (received === 0) throw wrongState(lang, "received_already", "received");
    const lines = [{ line, items: [{ quantity, state }] }];
    await recordInspection(tx, { orderId: replacesOrderId, parcelId: null, lines, staffId, now });
  });
