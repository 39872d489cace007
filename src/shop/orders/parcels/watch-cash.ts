import { formatPrice } from "#contract/money.ts";
import type { Tx } from "#shop/kernel/database.ts";
import { enqueue } from "#shop/kernel/jobs.ts";
import { isEnd, mostCod, stepOf } from "#shop/shipping/index.ts";
import { type Parcel, type ParcelWork, parcelKind, parcelsOf } from "./parcel.ts";
import { cashStillDue } from "./parcel-money.ts";
import { tellOfParcel } from "./tell-of-parcel.ts";

/** The carrier has it, and is going to collect what it was told. */
const collects = ({ status, sentAt, trackingCode, cancelAskedAt }: Parcel): boolean =>
  sentAt !== null &&
  trackingCode !== null &&
  cancelAskedAt === null &&
  !isEnd(status) &&
  stepOf(status) !== "returning";

/** A parcel whose courier is to collect another amount than it was told, in whole đồng. */
export interface WrongCash {
  parcel: Parcel;
  amount: number;
}

/** The parcel of an order whose cash is not right any more; undefined where all is. */
export async function wrongCash(tx: Tx, orderId: number): Promise<WrongCash | undefined> {
  const underWay = (await parcelsOf(tx, orderId)).filter(collects);
  const parcel = underWay.find(({ codAmount }) => codAmount > 0) ?? underWay[0];
  if (!parcel) return undefined;
  const told = underWay.reduce((sum, { codAmount }) => sum + codAmount, 0);
  const amount = Math.max(0, (await cashStillDue(tx, orderId)) - (told - parcel.codAmount));
  return amount === parcel.codAmount ? undefined : { parcel, amount };
}

/** The carrier cannot be told, or will not hear it: a merchant has to, before the parcel is delivered. */
export const tellOfCash = (tx: Tx, { parcel, amount }: WrongCash, now: Date): Promise<void> => {
  const reason = formatPrice(amount, { code: "VND", rate: 1 });
  return tellOfParcel(tx, parcel, { trouble: { kind: "parcel_trouble", note: "cash_changed" }, reason, now });
};

/**
 * What an order brings has changed: has the carrier told what its courier is to collect from now on, so that nobody pays
 * twice. More than it collects a merchant is told of at once. Call it with the order locked.
 */
export async function watchCash(tx: Tx, orderId: number, now: Date): Promise<void> {
  const wrong = await wrongCash(tx, orderId);
  if (!wrong) return;
  if (wrong.amount > mostCod) return tellOfCash(tx, wrong, now);
  const work: ParcelWork = { do: "cash", parcel: wrong.parcel.id, askedAt: now.toISOString() };
  await enqueue(tx, parcelKind, work);
}
