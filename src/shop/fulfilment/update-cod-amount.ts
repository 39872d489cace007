import { formatDong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { addOrderNote, lockOrder } from "#shop/orders/index.ts";
import { GhnRejectedError, ghnClient, maxCod } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { type CodDue, findCodDue, notifyCodMismatch, reconcileCod } from "./reconcile-cod-amount.ts";
import { findShipment, type ShipmentJob } from "./shipment.ts";

type CodUpdateJob = Pick<Extract<ShipmentJob, { askedAt: string }>, "parcel" | "askedAt">;

/**
 * The current COD amount to send to the carrier, also if it equals the stored one: a lost response may have left another
 * amount with the courier. Undefined if no update is needed any more.
 */
async function findUpdate(tx: Tx, shipmentId: number): Promise<CodDue | undefined> {
  const orderId = (await findShipment(tx, shipmentId))?.orderId;
  if (orderId === undefined || !(await lockOrder(tx, orderId))) return undefined;
  const due = await findCodDue(tx, orderId);
  return due?.shipment.id === shipmentId && due.amount <= maxCod ? due : undefined;
}

async function recordUpdate(tx: Tx, { shipment, amount }: CodDue, now: Date): Promise<void> {
  const { id, orderId, trackingCode, clientOrderCode } = shipment;
  if (!(await lockOrder(tx, orderId))) return;
  await tx.run(sql`update parcel set cod_amount = ${amount}, failure = '', updated_at = ${now} where id = ${id}`);
  const values = { code: trackingCode ?? clientOrderCode, amount: formatDong(amount) };
  if (amount !== shipment.codAmount)
    await addOrderNote(tx, orderId, t("vi", "parcel_notes.cash_corrected", values), now);
  // it may have changed again during the carrier call
  await reconcileCod(tx, orderId, now);
}

/** Job: updates a shipment's COD amount at the carrier; the merchant is notified of a refusal. @throws RescheduleJob */
export async function updateCodAmount(shop: AppContext, { parcel: id, askedAt }: CodUpdateJob): Promise<void> {
  const { ghn } = shop.config;
  const due = await shop.db.transaction((tx) => findUpdate(tx, id));
  if (!ghn || !due?.shipment.trackingCode) return;
  try {
    await ghnClient(ghn).changeCod(due.shipment.trackingCode, due.amount);
    await shop.db.transaction((tx) => recordUpdate(tx, due, shop.clock.now()));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, id, new Date(askedAt));
    if (!(error instanceof GhnRejectedError)) throw error;
    await shop.db.transaction(async (tx) => {
      if (await lockOrder(tx, due.shipment.orderId)) await notifyCodMismatch(tx, due, shop.clock.now());
    });
  }
}
