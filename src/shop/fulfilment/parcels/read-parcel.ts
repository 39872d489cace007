import type { ParcelDetail, ParcelEntry } from "#contract/backoffice/parcels.ts";
import type { ReturnState } from "#contract/backoffice/parcel-views.ts";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { findOrder, type Order, optionText, refundableOrderAmount } from "#shop/orders/index.ts";
import { stepOf } from "#shop/shipping/index.ts";
import { shippingItemsOf } from "../shipping-items.ts";
import { findParcelRow, parcelRowsOf } from "./list-parcels.ts";
import { toParcelEntry } from "./parcel-entry.ts";
import { parcelNotFound } from "./parcel-errors.ts";
import type { ParcelRow } from "./parcel-rows.ts";

/** @throws HttpError 404 */
export async function requireParcelRow(reader: Reader, id: number, lang: Language): Promise<ParcelRow> {
  const row = await findParcelRow(reader, id);
  if (!row) throw parcelNotFound(lang);
  return row;
}

/** @throws HttpError 404 */
export const readParcel = async (shop: AppContext, id: number, lang: Language): Promise<ParcelEntry> =>
  toParcelEntry(await requireParcelRow(shop.db, id, lang), { config: shop.config, now: shop.clock.now() });

/** The parcels of orders by the orders' ids, the newest first. */
export async function parcelsOfOrders(
  { db, config, clock }: AppContext,
  orderIds: readonly number[],
): Promise<Map<number, ParcelEntry[]>> {
  const now = clock.now();
  const rows = await parcelRowsOf(db, orderIds);
  return Map.groupBy(
    rows.map((row) => toParcelEntry(row, { config, now })),
    ({ order_id }) => order_id,
  );
}

/** The lines of an order that its parcels contain: not those of virtual products. */
export async function shippedLinesOf(shop: AppContext, order: Pick<Order, "id" | "lines">): Promise<Order["lines"]> {
  const items = await shippingItemsOf(shop, order);
  return order.lines.filter((_, index) => !items[index]?.virtual);
}

/** A parcel with its items and the carrier's reports. @throws HttpError 404 */
export async function readParcelDetail(shop: AppContext, id: number, lang: Language): Promise<ParcelDetail> {
  const row = await requireParcelRow(shop.db, id, lang);
  const order = await findOrder(shop.db, row.orderId);
  if (!order) throw parcelNotFound(lang);
  const [lines, returned, refundable] = await Promise.all([
    shippedLinesOf(shop, order),
    shop.db.all<{ lineId: number; quantity: number; state: ReturnState }>(sql`
      select line_id "lineId", quantity, state from returned_item where parcel_id = ${id} order by id`),
    refundableOrderAmount(shop.db, order.id),
  ]);
  return {
    ...toParcelEntry(row, { config: shop.config, now: shop.clock.now() }),
    lines: lines.map((line) => ({
      line_id: line.id,
      name: line.ownName ?? line.name[lang],
      option: line.ownName === null ? optionText(line, lang) : "",
      image: line.image,
      quantity: line.quantity,
      held: line.quantity - line.restocked,
    })),
    events: row.events.map(({ status, at, reason }) => ({
      status,
      step: stepOf(status),
      at: new Date(at).toISOString(),
      reason,
    })),
    returned_items: returned.map(({ lineId, quantity, state }) => ({ line_id: lineId, quantity, state })),
    has_email: order.billing.email !== "",
    refundable,
  };
}
