import { formatPrice } from "#contract/money.ts";
import type { Tx } from "#shop/kernel/database.ts";
import { isEnd, stepOf } from "#shop/shipping/index.ts";
import { type Parcel, parcelsOf } from "./parcel.ts";
import { cashStillDue } from "./parcel-money.ts";
import { tellOfParcel } from "./tell-of-parcel.ts";

/** The carrier has it, and is going to collect what it was told. */
const collects = ({ status, sentAt, trackingCode, cancelAskedAt }: Parcel): boolean =>
  sentAt !== null &&
  trackingCode !== null &&
  cancelAskedAt === null &&
  !isEnd(status) &&
  stepOf(status) !== "returning";

/**
 * What an order brings has changed: tells the merchant at once where a courier is under way to collect another amount, so that
 * nobody pays twice. The carrier changes an amount for a person alone, and not everywhere. Call it with the order locked.
 */
export async function watchCash(tx: Tx, orderId: number, now: Date): Promise<void> {
  const underWay = (await parcelsOf(tx, orderId)).filter(collects);
  const parcel = underWay.find(({ codAmount }) => codAmount > 0) ?? underWay[0];
  const due = await cashStillDue(tx, orderId);
  if (!parcel || underWay.reduce((sum, { codAmount }) => sum + codAmount, 0) === due) return;
  const reason = formatPrice(due, { code: "VND", rate: 1 });
  await tellOfParcel(tx, parcel, { trouble: { kind: "parcel_trouble", note: "cash_changed" }, reason, now });
}
