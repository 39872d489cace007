import type { Dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { findOrder, lockOrder, type Order } from "#shop/orders/index.ts";
import { GhnRejectedError, ghnClient, type ParcelSize } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { describeShipment } from "./describe-shipment.ts";
import { notifyShipmentProblem } from "./notify-shipment-problem.ts";
import { enqueueParcelUpdate, findShipment, isBooked, type Shipment, type ShipmentJob } from "./shipment.ts";
import { recordFee, storeSentSize } from "./update-parcel-size.ts";

type ContentsJob = Pick<Extract<ShipmentJob, { askedAt: string }>, "parcel" | "askedAt">;

interface ContentsUpdate {
  shipment: Shipment;
  order: Order;
}

/** Undefined if the carrier cannot change the parcel any more. */
async function findUpdate(shop: AppContext, id: number): Promise<ContentsUpdate | undefined> {
  const shipment = await findShipment(shop.db, id);
  const order = shipment && (await findOrder(shop.db, shipment.orderId));
  return order && isBooked(shipment) ? { shipment, order } : undefined;
}

const itemsOf = ({ lines }: Order): string =>
  JSON.stringify(
    lines.map(({ id, productId, variationId, quantity, total }) => [id, productId, variationId, quantity, total]),
  );

async function recordContents(
  shop: AppContext,
  { shipment, order }: ContentsUpdate,
  { size, fee }: { size: ParcelSize; fee: Dong | null },
): Promise<void> {
  const now = shop.clock.now();
  await shop.db.transaction(async (tx) => {
    const current = (await lockOrder(tx, order.id)) ? await findOrder(tx, order.id) : undefined;
    if (!current) return;
    await storeSentSize(tx, shipment.id, size);
    await recordFee(tx, shipment, { fee, now });
    // the items may have changed again during the carrier call
    if (itemsOf(current) !== itemsOf(order)) await enqueueParcelUpdate(tx, order.id, "contents", now);
  });
}

/** Job: sends the items of an order to the carrier of its booked parcel; the merchant is notified of a refusal. @throws RescheduleJob */
export async function updateParcelContents(shop: AppContext, { parcel: id, askedAt }: ContentsJob): Promise<void> {
  const { ghn } = shop.config;
  const update = await findUpdate(shop, id);
  if (!ghn || !update) return;
  const { shipment, order } = update;
  const { trackingCode } = shipment;
  // its booking is under way
  if (trackingCode === null) return rescheduleForCarrier(shop, id, new Date(askedAt));
  try {
    const client = ghnClient(ghn);
    const parcel = await describeShipment(shop, update);
    await client.changeContents(trackingCode, parcel);
    const fee = (await client.detail(trackingCode))?.fee ?? null;
    await recordContents(shop, update, { size: { weightG: parcel.weightG, cm: parcel.cm }, fee });
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, id, new Date(askedAt));
    if (!(error instanceof GhnRejectedError)) throw error;
    const problem = { kind: "parcel_trouble", note: "contents_refused" } as const;
    await shop.db.transaction(async (tx) => {
      if (!(await lockOrder(tx, order.id))) return;
      await notifyShipmentProblem(tx, shipment, { problem, reason: error.message, now: shop.clock.now() });
    });
  }
}
