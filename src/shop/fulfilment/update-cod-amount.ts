import { formatPrice } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { lockOrder, noteOrder } from "#shop/orders/index.ts";
import { GhnRefused, ghnClient, mostCod } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { type CashDue, cashDue, reconcileCod, tellOfCash } from "./reconcile-cod-amount.ts";
import { findParcel, type ParcelWork } from "./shipment.ts";

type Change = Extract<ParcelWork, { do: "cash" }>;

/**
 * What the carrier is to be told of a parcel by now, even where that is what the shop believes it was told last: an answer
 * that was lost may have left another amount with the courier. Undefined where it is not to be told any more.
 */
async function toTell(tx: Tx, parcelId: number): Promise<CashDue | undefined> {
  const orderId = (await findParcel(tx, parcelId))?.orderId;
  if (orderId === undefined || !(await lockOrder(tx, orderId))) return undefined;
  const due = await cashDue(tx, orderId);
  return due?.parcel.id === parcelId && due.amount <= mostCod ? due : undefined;
}

async function written(tx: Tx, { parcel, amount }: CashDue, now: Date): Promise<void> {
  const { id, orderId, trackingCode, clientOrderCode } = parcel;
  if (!(await lockOrder(tx, orderId))) return;
  await tx.run(sql`update parcel set cod_amount = ${amount}, failure = '', updated_at = ${now} where id = ${id}`);
  const values = { code: trackingCode ?? clientOrderCode, amount: formatPrice(amount, { code: "VND", rate: 1 }) };
  if (amount !== parcel.codAmount) await noteOrder(tx, orderId, t("vi", "parcel_notes.cash_corrected", values), now);
  // it may have changed once more while the carrier was being told
  await reconcileCod(tx, orderId, now);
}

/** Has a courier collect what an order still brings; where the carrier will not, a merchant is told. @throws Postponed */
export async function updateCodAmount(shop: AppContext, { parcel: id, askedAt }: Change): Promise<void> {
  const { ghn } = shop.config;
  const due = await shop.db.transaction((tx) => toTell(tx, id));
  if (!ghn || !due?.parcel.trackingCode) return;
  try {
    await ghnClient(ghn).changeCod(due.parcel.trackingCode, due.amount);
    await shop.db.transaction((tx) => written(tx, due, shop.clock.now()));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, id, new Date(askedAt));
    if (!(error instanceof GhnRefused)) throw error;
    await shop.db.transaction(async (tx) => {
      if (await lockOrder(tx, due.parcel.orderId)) await tellOfCash(tx, due, shop.clock.now());
    });
  }
}
