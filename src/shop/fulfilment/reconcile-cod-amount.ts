import { type Dong, dong, formatDong, max, subtract, sum } from "#contract/money.ts";
import type { Tx } from "#shop/kernel/db/database.ts";
import { enqueue } from "#shop/kernel/jobs/jobs.ts";
import { isEnd, maxCod, stepOf } from "#shop/shipping/index.ts";
import { outstandingCod } from "./cod-balance.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { type Shipment, type ShipmentJob, shipmentJobKind, shipmentsOf } from "./shipment.ts";

/** {@link Shipment}, also as JSON, whose times are texts. */
interface CodShipment extends Pick<Shipment, "status" | "trackingCode"> {
  sentAt: Date | string | null;
  cancelRequestedAt: Date | string | null;
}

/** The carrier has the shipment and will collect its COD amount, of whose change it is notified. */
export const collectsCod = ({ status, sentAt, trackingCode, cancelRequestedAt }: CodShipment): boolean =>
  sentAt !== null &&
  trackingCode !== null &&
  cancelRequestedAt === null &&
  !isEnd(status) &&
  stepOf(status) !== "returning";

/** A shipment with the amount to be collected now; its `codAmount` is the amount last sent to the carrier. */
export interface CodDue {
  shipment: Shipment;
  amount: Dong;
}

/** The shipment that collects an order's cash, with the amount; undefined if the carrier has none that could. */
export async function findCodDue(tx: Tx, orderId: number): Promise<CodDue | undefined> {
  const open = (await shipmentsOf(tx, orderId)).filter(collectsCod);
  const shipment = open.find(({ codAmount }) => codAmount > 0) ?? open[0];
  if (!shipment) return undefined;
  const others = sum(open.filter((other) => other !== shipment).map(({ codAmount }) => codAmount));
  return { shipment, amount: max(dong(0), subtract(await outstandingCod(tx, orderId), others)) };
}

/** The carrier cannot or will not update the amount: the merchant has to arrange it before delivery. */
export const notifyCodMismatch = (tx: Tx, { shipment, amount }: CodDue, now: Date): Promise<void> => {
  const reason = formatDong(amount);
  return notifyShipmentProblem(tx, shipment, {
    problem: { kind: "parcel_trouble", note: "cash_changed" },
    reason,
    now,
  });
};

/**
 * The order's balance changed: enqueues an update of the shipment's COD amount; above the carrier's COD maximum the
 * merchant is notified instead. Call it with the order locked.
 */
export async function reconcileCod(tx: Tx, orderId: number, now: Date): Promise<void> {
  const due = await findCodDue(tx, orderId);
  if (!due || due.amount === due.shipment.codAmount) return;
  if (due.amount > maxCod) return notifyCodMismatch(tx, due, now);
  const job: ShipmentJob = { do: "cash", parcel: due.shipment.id, askedAt: now.toISOString() };
  await enqueue(tx, shipmentJobKind, job);
}
