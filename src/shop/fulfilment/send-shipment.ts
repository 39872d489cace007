import { formatPrice } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import { findOrder, isFulfillable, lockOrder, type Order } from "#shop/orders/index.ts";
import { GhnRefused, ghnClient, mostCod, ownStatuses } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { cashFor } from "./cod-balance.ts";
import { describeParcel } from "./describe-shipment.ts";
import { lockParcel } from "./lock-shipment.ts";
import { nextPollAt } from "./next-poll.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { reconcileCod } from "./reconcile-cod-amount.ts";
import { findParcel, type Parcel, type ParcelWork, parcelKind } from "./shipment.ts";

interface Ready {
  parcel: Parcel;
  order: Order;
}

/** Takes up a parcel that is still to be booked, and writes down that the carrier is being asked. Null: nothing to book. */
async function ready(tx: Tx, shop: AppContext, id: number): Promise<Ready | null> {
  const parcel = await lockParcel(tx, await findParcel(tx, id));
  const order = parcel && (await findOrder(tx, parcel.orderId));
  if (!order || parcel.status !== ownStatuses.toBook || parcel.cancelAskedAt) return null;
  const now = shop.clock.now();
  if (!isFulfillable(order.status) || !shop.config.ghn) {
    const status = isFulfillable(order.status) ? ownStatuses.byHand : "cancel";
    await tx.run(sql`update parcel set status = ${status}, updated_at = ${now} where id = ${id}`);
    return null;
  }
  const codAmount = await cashFor(tx, parcel);
  await tx.run(sql`update parcel set cod_amount = ${codAmount}, sent_at = coalesce(sent_at, ${now}) where id = ${id}`);
  return { parcel: { ...parcel, codAmount }, order };
}

interface Taken {
  trackingCode: string;
  fee: number | null;
  expectedAt: Date | null;
  /** to be collected, as the carrier has it of an earlier try */
  codAmount?: number | null;
}

/** Asks the carrier to take it; after an earlier try it is first asked whether it has. @throws NoAnswer, GhnRefused */
async function handOver(shop: AppContext, one: Ready): Promise<Taken> {
  if (!shop.config.ghn) throw new Error("no carrier is set up");
  const client = ghnClient(shop.config.ghn);
  const known = one.parcel.sentAt && (await client.byClientCode(one.parcel.clientOrderCode));
  return known || client.create(await describeParcel(shop, one));
}

/** Where WooCommerce's own trackers keep the code of a parcel, in an order's facts. */
export const trackingFact = "_tracking_number";

/** Merchants' programs read the code beside the order. */
const showCode = async (tx: Tx, orderId: number, code: string, now: Date): Promise<void> => {
  const order = await findOrder(tx, orderId);
  const facts = mergeMeta(order?.metaData ?? [], [{ key: trackingFact, value: code }]);
  await tx.run(sql`update orders set meta_data = ${json(facts)}::jsonb, modified_at = ${now} where id = ${orderId}`);
};
async function booked(
  tx: Tx,
  { parcel: before, shop }: { parcel: Parcel; shop: AppContext },
  taken: Taken,
): Promise<void> {
  const { id, orderId, createdAt, clientOrderCode } = before;
  const now = shop.clock.now();
  await lockOrder(tx, orderId);
  const { trackingCode, fee, expectedAt, codAmount = null } = taken;
  await tx.run(sql`
    update parcel set tracking_code = ${trackingCode}, fee = ${fee}, expected_at = ${expectedAt}, failure = '',
      cod_amount = coalesce(${codAmount}::bigint, cod_amount),
      status = case when status = ${ownStatuses.toBook} then 'ready_to_pick' else status end,
      check_after = ${nextPollAt({ status: "ready_to_pick", createdAt }, shop)}, updated_at = ${now} where id = ${id}`);
  await tx.run(sql`
    insert into parcel_event (parcel_id, status, at) select id, 'ready_to_pick', ${now}::timestamptz from parcel
    where id = ${id} on conflict do nothing`);
  const parcel = await findParcel(tx, id);
  if (parcel && !parcel.cancelAskedAt) {
    await showCode(tx, orderId, trackingCode, now);
    // what is owed may have changed while the carrier was being asked
    return reconcileCod(tx, orderId, now);
  }
  // called off, or deleted with its order, while the carrier was being asked
  const askedAt = (parcel?.cancelAskedAt ?? now).toISOString();
  const stop: ParcelWork = { do: "stop", parcel: id, trackingCode, clientOrderCode, askedAt };
  await enqueue(tx, parcelKind, stop);
}

async function refused(tx: Tx, parcel: Parcel, { reason, note, now }: Refusal): Promise<void> {
  await lockOrder(tx, parcel.orderId);
  const mine = await tx.run(sql`
    update parcel set status = ${ownStatuses.refused}, failure = ${reason}, updated_at = ${now}
    where id = ${parcel.id} and status = ${ownStatuses.toBook}`);
  if (mine > 0) await notifyShipmentProblem(tx, parcel, { trouble: { kind: "parcel_refused", note }, reason, now });
}
interface Refusal {
  reason: string;
  note: "refused" | "too_much_cash";
  now: Date;
}

/**
 * Books one parcel with the carrier, once: it is asked by a code of ours that it takes only one parcel for. What it refuses
 * is told to the merchant; while it is silent the work waits.
 * @throws Postponed
 */
export async function sendParcel(shop: AppContext, id: number): Promise<void> {
  const one = await shop.db.transaction((tx) => ready(tx, shop, id));
  if (!one) return;
  const { parcel } = one;
  const refuse = (reason: string, note: Refusal["note"]) =>
    shop.db.transaction((tx) => refused(tx, parcel, { reason, note, now: shop.clock.now() }));
  if (parcel.codAmount > mostCod)
    return refuse(formatPrice(parcel.codAmount, { code: "VND", rate: 1 }), "too_much_cash");
  try {
    const taken = await handOver(shop, one);
    await shop.db.transaction((tx) => booked(tx, { parcel, shop }, taken));
  } catch (error) {
    if (error instanceof GhnRefused) return refuse(error.message, "refused");
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, id, parcel.createdAt);
    throw error;
  }
}
