import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { transitionOrder } from "#shop/orders/index.ts";
import { type GhnParcel, isEnd, needsMerchant, ownStatuses } from "#shop/shipping/index.ts";
import { codMatchesLedger } from "./cod-balance.ts";
import { lockParcel } from "./lock-shipment.ts";
import { nextPollAt } from "./next-poll.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { notifyIfUnshipped } from "./notify-unshipped.ts";
import { newestStep, recordTrackingEvent } from "./record-tracking-event.ts";
import { findParcel, type Parcel, parcelsOf } from "./shipment.ts";

const notes: Partial<Record<string, "exception" | "returned" | "lost" | "damage" | "cancelled">> = {
  exception: "exception",
  returned: "returned",
  lost: "lost",
  damage: "damage",
  scrap: "damage",
  cancel: "cancelled",
};

/** A merchant decides what becomes of such a parcel's order: it stays as it is until then. */
async function alarm(tx: Tx, parcel: Parcel, status: string, now: Date): Promise<void> {
  const note = notes[status];
  if (!note) return;
  if (status === "cancel" && parcel.cancelAskedAt) return notifyIfUnshipped(tx, parcel, now);
  await notifyShipmentProblem(tx, parcel, { trouble: { kind: "parcel_trouble", note }, now });
}

/** The order has arrived when all of its parcels have. Cash counts as paid then, if it is the cash that was due. */
async function arrive(tx: Tx, parcel: Parcel, now: Date): Promise<void> {
  const { orderId } = parcel;
  const underWay = (await parcelsOf(tx, orderId)).some(
    ({ status }) => !isEnd(status) && status !== ownStatuses.refused,
  );
  if (underWay) return;
  const trouble = (note: "other_cash" | "not_completed", reason = "") =>
    notifyShipmentProblem(tx, parcel, { trouble: { kind: "parcel_trouble", note }, reason, now });
  if (!(await codMatchesLedger(tx, orderId))) return trouble("other_cash");
  const code = parcel.trackingCode ?? parcel.clientOrderCode;
  const moved = await transitionOrder(tx, orderId, "completed", {
    actor: "carrier",
    reason: `${code}: delivered`,
    now,
  });
  if (!moved.ok) await trouble("not_completed", moved.from ?? "");
}

async function write(tx: Tx, shop: AppContext, { parcel, said }: { parcel: Parcel; said: GhnParcel }): Promise<void> {
  const now = shop.clock.now();
  const transferred = said.codTransferred ? (said.codTransferredAt ?? now) : null;
  // a merchant may have had it corrected by the carrier
  const codAmount = said.codAmount ?? parcel.codAmount;
  const cashOut = said.codTransferred || parcel.codTransferredAt ? 0 : codAmount;
  await tx.run(sql`
    update parcel set status = ${said.status}, cod_amount = ${codAmount}, expected_at = coalesce(${said.expectedAt}::timestamptz, expected_at),
      fee = coalesce(${said.fee}::bigint, fee), failure = '', updated_at = ${now},
      cod_transferred_at = coalesce(cod_transferred_at, ${transferred}::timestamptz),
      check_after = ${nextPollAt({ status: said.status, createdAt: parcel.createdAt, cashOut }, shop)}::timestamptz
    where id = ${parcel.id}`);
}

/**
 * Takes over what the carrier itself says of a parcel, the only word by which an order is completed, cash counts as collected
 * or a merchant is alarmed. Saying it again changes nothing.
 * @param askedAt when it was asked: what has been heard since is newer
 */
export async function applyCarrierStatus(
  shop: AppContext,
  parcelId: number,
  { said, askedAt }: { said: GhnParcel; askedAt: Date },
): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const parcel = await lockParcel(tx, await findParcel(tx, parcelId));
    if (!parcel) return;
    const newest = await newestStep(tx, parcelId);
    const at = said.at ?? askedAt;
    const how = { tell: !isEnd(said.status), source: "logged" } as const;
    for (const step of said.log) await recordTrackingEvent(tx, parcel, step, how);
    if (newest && newest > askedAt && newest > at) return;
    if (said.status !== parcel.status) await recordTrackingEvent(tx, parcel, { status: said.status, at }, how);
    await write(tx, shop, { parcel, said });
    if (said.status === parcel.status) return;
    const now = shop.clock.now();
    if (said.status === "delivered") await arrive(tx, parcel, now);
    if (needsMerchant(said.status)) await alarm(tx, parcel, said.status, now);
  });
}
