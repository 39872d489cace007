import type { RecordReturn } from "#contract/backoffice/returns.ts";
import type { Language } from "#contract/language.ts";
import { lockStock, recordSales, releaseStock, reserveStock } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { findOrder, lineName, type Order } from "#shop/orders/index.ts";
import { lockShipment } from "../lock-shipment.ts";
import { mayBeBack } from "../parcels/parcel-entry.ts";
import { orderNotFound, parcelNotFound, wrongState } from "../parcels/parcel-errors.ts";
import { shippedLinesOf } from "../parcels/read-parcel.ts";
import { recordTrackingEvent } from "../record-tracking-event.ts";
import { findShipment } from "../shipment.ts";

type Line = Order["lines"][number];

/** What came back of one line. */
export interface InspectedLine {
  line: Line;
  items: { quantity: number; state: RecordReturn["items"][number]["state"] }[];
}

export interface Inspection {
  orderId: number;
  /** null: brought back without a parcel of the shop */
  parcelId: number | null;
  lines: readonly InspectedLine[];
  staffId: number;
  now: Date;
}

const unitsOf = ({ items }: InspectedLine, wanted?: "restock"): number =>
  items.reduce((sum, { quantity, state }) => sum + (wanted === undefined || state === wanted ? quantity : 0), 0);

/** Units of a line as the stock sees them. */
interface LineMovement {
  line: Line;
  /** go back into stock */
  restocked: number;
  /** leave the order, wherever they are */
  left: number;
}

/** An order whose stock is still reserved releases what came back; a closed one has released everything already. */
const movementOf = (inspected: InspectedLine): LineMovement => {
  const { line } = inspected;
  const sold = line.quantity - line.restocked;
  const restocked = Math.min(unitsOf(inspected, "restock"), sold);
  return { line, restocked, left: Math.min(unitsOf(inspected), sold) };
};

async function leaveOrder(tx: Tx, movements: readonly LineMovement[], orderId: number): Promise<void> {
  await releaseStock(
    tx,
    movements.flatMap(({ line, restocked: quantity }) =>
      line.stockId === null || quantity === 0 ? [] : [{ stockId: line.stockId, quantity }],
    ),
    { reason: "returned", orderId },
  );
  const left = movements.filter(({ left: units }) => units > 0);
  await recordSales(
    tx,
    left.map(({ line, left: units }) => ({ productId: line.productId, quantity: -units })),
  );
  await tx.run(sql`
    update order_line l set restocked = l.restocked + w.units
    from unnest(${left.map(({ line }) => line.id)}::integer[], ${left.map(({ left: units }) => units)}::integer[]) w (id, units)
    where l.id = w.id`);
}

/** The stock of a closed order was returned when it was closed, although the items were away: takes out those that cannot be sold. */
async function takeOut(tx: Tx, lines: readonly InspectedLine[], orderId: number): Promise<void> {
  const taken = lines.flatMap((inspected) => {
    const { stockId, quantity, restocked } = inspected.line;
    const units = Math.min(unitsOf(inspected) - unitsOf(inspected, "restock"), quantity - restocked);
    return stockId === null || units <= 0 ? [] : [{ stockId, units }];
  });
  if (taken.length === 0) return;
  const rows = await lockStock(
    tx,
    taken.map(({ stockId }) => stockId),
  );
  // a unit that was sold again in the meantime cannot be taken out
  const items = rows.flatMap(({ stockId, quantity, managed }) => {
    const units = taken.reduce((sum, one) => sum + (one.stockId === stockId ? one.units : 0), 0);
    return managed && quantity > 0 ? [{ stockId, quantity: Math.min(units, quantity) }] : [];
  });
  await reserveStock(tx, items, { reason: "damaged", orderId });
}

/** Stores the result, and moves the stock. Call it with the order locked, once for each item that came back. */
export async function recordInspection(tx: Tx, { orderId, parcelId, lines, staffId, now }: Inspection): Promise<void> {
  const order = await tx.one<{ stockReserved: boolean }>(
    sql`select stock_reserved "stockReserved" from orders where id = ${orderId}`,
  );
  const movements = order?.stockReserved ? lines.map(movementOf) : [];
  if (order?.stockReserved) await leaveOrder(tx, movements, orderId);
  else await takeOut(tx, lines, orderId);
  for (const [index, { line, items }] of lines.entries()) {
    let toStock = movements[index]?.restocked ?? 0;
    for (const { quantity, state } of items) {
      const restocked = state === "restock" ? Math.min(quantity, toStock) : 0;
      toStock -= restocked;
      await tx.run(sql`
        insert into returned_item (order_id, parcel_id, line_id, quantity, state, restocked, staff_id, at)
        values (${orderId}, ${parcelId}, ${line.id}, ${quantity}, ${state}, ${restocked}, ${staffId}, ${now})`);
    }
  }
}

/** The result of each line. @throws HttpError 400 for a line that is not in the parcel, or units without a result */
function inspectedLines(lines: readonly Line[], items: RecordReturn["items"], lang: Language): InspectedLine[] {
  const unknown = items.find(({ line_id }) => !lines.some(({ id }) => id === line_id));
  if (unknown) throw invalidParam("items", t(lang, "parcel_errors.unknown_line", { line: unknown.line_id }));
  const inspected = lines.map((line) => ({ line, items: items.filter(({ line_id }) => line_id === line.id) }));
  for (const one of inspected) {
    const units = unitsOf(one);
    const { line } = one;
    if (units >= line.quantity - line.restocked && units <= line.quantity) continue;
    const values = { name: lineName(line, lang), units, quantity: line.quantity };
    throw invalidParam("items", t(lang, "parcel_errors.units_differ", values));
  }
  return inspected;
}

/**
 * Records the inspection of a returned parcel, which ends it. Only once: a repeated request changes nothing.
 * @throws HttpError 404; 409 if it was inspected or cannot be back; 400 unless each unit has a result
 */
export async function inspectParcel(
  shop: AppContext,
  id: number,
  { items, reason }: RecordReturn,
  { staffId, lang }: { staffId: number; lang: Language },
): Promise<void> {
  const known = await findShipment(shop.db, id);
  const before = known && (await findOrder(shop.db, known.orderId));
  if (!before) throw parcelNotFound(lang);
  const shipped = new Set((await shippedLinesOf(shop, before)).map((line) => line.id));
  const now = shop.clock.now();
  await shop.db.transaction(async (tx) => {
    const shipment = await lockShipment(tx, known);
    const order = shipment && (await findOrder(tx, shipment.orderId));
    if (!order) throw orderNotFound(lang);
    if (shipment.inspectedAt !== null) throw wrongState(lang, "inspected_already", "inspected");
    if (!mayBeBack(shipment)) throw wrongState(lang, "not_returned", shipment.status);
    const lines = inspectedLines(
      order.lines.filter((line) => shipped.has(line.id)),
      items,
      lang,
    );
    await recordInspection(tx, { orderId: order.id, parcelId: id, lines, staffId, now });
    if (shipment.status !== "returned")
      await recordTrackingEvent(tx, shipment, { status: "returned", at: now }, { notify: false });
    await tx.run(sql`
      update parcel set status = 'returned', inspected_at = ${now}, return_reason = ${reason}, next_poll_at = null,
        updated_at = ${now} where id = ${id}`);
  });
}
