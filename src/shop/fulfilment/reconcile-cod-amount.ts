import { formatPrice } from "#contract/money.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { isEnd, mostCod, stepOf } from "#shop/shipping/index.ts";
import { outstandingCod } from "./cod-balance.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { type Parcel, type ParcelWork, parcelKind, parcelsOf } from "./shipment.ts";

/** The carrier has it, and is going to collect what it was told. */
const collects = ({ status, sentAt, trackingCode, cancelAskedAt }: Parcel): boolean =>
  sentAt !== null &&
  trackingCode !== null &&
  cancelAskedAt === null &&
  !isEnd(status) &&
  stepOf(status) !== "returning";

/** What the courier of a parcel is to collect by now, in whole đồng; the parcel's own `codAmount` is what it was told. */
export interface CashDue {
  parcel: Parcel;
  amount: number;
}

/** The parcel of an order that brings its cash, and how much; undefined where the carrier has none that could. */
export async function cashDue(tx: Tx, orderId: number): Promise<CashDue | undefined> {
  const underWay = (await parcelsOf(tx, orderId)).filter(collects);
  const parcel = underWay.find(({ codAmount }) => codAmount > 0) ?? underWay[0];
  if (!parcel) return undefined;
  const told = underWay.reduce((sum, { codAmount }) => sum + codAmount, 0);
  return { parcel, amount: Math.max(0, (await outstandingCod(tx, orderId)) - (told - parcel.codAmount)) };
}

/** The carrier cannot be told, or will not hear it: a merchant has to, before the parcel is delivered. */
export const tellOfCash = (tx: Tx, { parcel, amount }: CashDue, now: Date): Promise<void> => {
  const reason = formatPrice(amount, { code: "VND", rate: 1 });
  return notifyShipmentProblem(tx, parcel, { trouble: { kind: "parcel_trouble", note: "cash_changed" }, reason, now });
};

/**
 * What an order brings has changed: has the carrier told what its courier is to collect from now on, so that nobody pays
 * twice. More than it collects a merchant is told of at once. Call it with the order locked.
 */
export async function reconcileCod(tx: Tx, orderId: number, now: Date): Promise<void> {
  const due = await cashDue(tx, orderId);
  if (!due || due.amount === due.parcel.codAmount) return;
  if (due.amount > mostCod) return tellOfCash(tx, due, now);
  const work: ParcelWork = { do: "cash", parcel: due.parcel.id, askedAt: now.toISOString() };
  await enqueue(tx, parcelKind, work);
}
