import type { ReturnDecision } from "#contract/backoffice/parcel-views.ts";
import type { Language } from "#contract/language.ts";
import { recordSales, reserveStock } from "#shop/catalog/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import {
  findOrder,
  lineName,
  type Order,
  refundableOrderAmount,
  transitionOrder,
  type VersionCheck,
} from "#shop/orders/index.ts";
import { insertManualShipment, rebookShipment } from "../book-shipment.ts";
import { lockShipment } from "../lock-shipment.ts";
import { parcelNotFound, wrongState } from "../parcels/parcel-errors.ts";
import { findShipment } from "../shipment.ts";

interface Decision {
  parcelId: number;
  reason: string;
  staffId: number;
  lang: Language;
  now: Date;
}

/** Units of each line that came back with the parcel and that are not reserved for the order any more. */
const returnedUnits = (tx: Tx, parcelId: number): Promise<{ lineId: number; units: number }[]> =>
  tx.all(sql`
    select l.id "lineId", least(l.restocked, sum(r.quantity))::integer units
    from returned_item r join order_line l on l.id = r.line_id
    where r.parcel_id = ${parcelId} group by l.id order by l.id`);

const reserveAgain = (tx: Tx, parcelId: number): Promise<number> =>
  tx.run(sql`
    update order_line l set restocked = l.restocked - w.units
    from (select r.line_id, sum(r.quantity) units from returned_item r where r.parcel_id = ${parcelId} group by r.line_id) r
      join lateral (select least(q.restocked, r.units)::integer units from order_line q where q.id = r.line_id) w on true
    where l.id = r.line_id`);

/** Takes what came back out of stock again, and begins with packing. @throws HttpError 400 if the stock is short */
async function sendAgain(tx: Tx, order: Order, { parcelId, lang, now }: Decision): Promise<void> {
  const units = await returnedUnits(tx, parcelId);
  const lines = units.flatMap(({ lineId, units: quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId);
    return line && quantity > 0 ? [{ line, quantity }] : [];
  });
  const reserved = await reserveStock(
    tx,
    lines.flatMap(({ line: { stockId }, quantity }) => (stockId === null ? [] : [{ stockId, quantity }])),
    { reason: "sold", orderId: order.id },
  );
  if (!reserved.ok) {
    const short = new Set(reserved.short.map(({ stockId }) => stockId));
    const names = lines.flatMap(({ line }) =>
      line.stockId !== null && short.has(line.stockId) ? [lineName(line, lang)] : [],
    );
    throw invalidParam("decision", t(lang, "parcel_errors.out_of_stock", { names: names.join(", ") }), "out_of_stock");
  }
  await recordSales(
    tx,
    lines.map(({ line, quantity }) => ({ productId: line.productId, quantity })),
  );
  await reserveAgain(tx, parcelId);
  await tx.run(sql`delete from packing where order_id = ${order.id}`);
  const booked = await rebookShipment(tx, order.id, now);
  if (!booked.ok && booked.reason === "no shipment") await insertManualShipment(tx, order.id, now);
}

/** @throws HttpError 409 for an order that is paid */
async function closeAsRefused(tx: Tx, order: Order, { parcelId, reason, staffId, lang, now }: Decision): Promise<void> {
  if ((await refundableOrderAmount(tx, order.id)) > 0) throw wrongState(lang, "paid", order.status);
  const text = reason === "" ? "refused" : `refused: ${reason}`;
  await transitionOrder(tx, order.id, "cancelled", { actor: `staff:${staffId}`, reason: text, now });
  // it holds nothing now: if it is reopened, all of its stock is reserved again
  await reserveAgain(tx, parcelId);
}

/** @throws HttpError 409 unless the order has a refund */
async function assertRefunded(tx: Tx, order: Order, lang: Language): Promise<void> {
  const refund = await tx.one(sql`
    select id from refund where order_id = ${order.id} and status <> 'failed' and not is_overpayment limit 1`);
  if (!refund) throw wrongState(lang, "no_refund", order.status);
}

/** @throws HttpError 409 while a refund waits for approval: both together would give the customer goods and money */
async function assertNoRequest(tx: Tx, order: Order, lang: Language): Promise<void> {
  const request = await tx.one(sql`select id from refund_request where order_id = ${order.id} and state = 'open'`);
  if (request) throw wrongState(lang, "refund_requested", order.status);
}

/**
 * Decides about the order of an inspected parcel, once. `checkFor` requires the version of the order that the staff member has seen.
 * @throws HttpError 404; 409 for a parcel that was not inspected, has a decision, or an order that is closed or has a requested refund; 400 if there is no stock to
 * send it again
 */
export const decideReturn = (
  shop: AppContext,
  id: number,
  decision: ReturnDecision,
  context: Pick<Decision, "reason" | "staffId" | "lang"> & { checkFor: (orderId: number) => VersionCheck },
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const { lang } = context;
    const now = shop.clock.now();
    const shipment = await lockShipment(tx, await findShipment(tx, id));
    const order = shipment && (await findOrder(tx, shipment.orderId));
    if (!order) throw parcelNotFound(lang);
    await context.checkFor(order.id)(tx);
    if (shipment.inspectedAt === null) throw wrongState(lang, "not_inspected", shipment.status);
    const decided = await tx.run(sql`
      update parcel set return_decision = ${decision}, return_reason = case when ${context.reason} = '' then return_reason
        else ${context.reason} end, updated_at = ${now} where id = ${id} and return_decision is null`);
    if (decided === 0) throw wrongState(lang, "decided_already", "decided");
    if (decision === "refund") return assertRefunded(tx, order, lang);
    if (order.status !== "processing") throw wrongState(lang, "order_closed", order.status);
    await assertNoRequest(tx, order, lang);
    const details = { ...context, parcelId: id, now };
    return decision === "send_again" ? sendAgain(tx, order, details) : closeAsRefused(tx, order, details);
  });
