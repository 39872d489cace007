import { type Dong, formatDong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { addOrderNote, findOrder, lockOrder } from "#shop/orders/index.ts";
import { GhnRejectedError, ghnClient, itemsWeight, packedSize, type ParcelSize } from "#shop/shipping/index.ts";
import { rescheduleForCarrier } from "./carrier-unavailable.ts";
import { findShipment, isBooked, type Shipment, type ShipmentJob } from "./shipment.ts";
import { shippingItemsOf } from "./shipping-items.ts";

type SizeJob = Pick<Extract<ShipmentJob, { askedAt: string }>, "parcel" | "askedAt">;

type MeasuredSize = Record<"weightG" | "length" | "width" | "height", number | null>;

/** What a packer has entered of a parcel. */
export interface PackedBox extends MeasuredSize {
  /** the selected one */
  box: ParcelSize | null;
}

/** The box `b` of a packing. */
export const packingBox: Sql = sql`case when b.id is not null then jsonb_build_object('weightG', b.weight_g, 'cm',
  jsonb_build_object('length', b.length_cm, 'width', b.width_cm, 'height', b.height_cm)) end`;

/** @param proposed for what is not measured */
const withMeasured = (proposed: ParcelSize, measured: MeasuredSize | undefined): ParcelSize => ({
  weightG: measured?.weightG ?? proposed.weightG,
  cm: {
    length: measured?.length ?? proposed.cm.length,
    width: measured?.width ?? proposed.cm.width,
    height: measured?.height ?? proposed.cm.height,
  },
});

/** What is entered of a parcel, and for the rest what its items and its box have. @param itemsG weight of the items */
export const sizeOfPacking = (itemsG: number, packed: PackedBox | undefined): ParcelSize =>
  withMeasured(packedSize(itemsG, packed?.box ?? null), packed);

/** The size of an order's parcel as it is packed. @param itemsG weight of the items */
export const parcelSizeOf = async (reader: Reader, orderId: number, itemsG: number): Promise<ParcelSize> =>
  sizeOfPacking(
    itemsG,
    await reader.one<PackedBox>(sql`
      select k.weight_g "weightG", k.length_cm length, k.width_cm width, k.height_cm height, ${packingBox} box
      from packing k left join packing_box b on b.id = k.box_id where k.order_id = ${orderId}`),
  );

interface SizeUpdate {
  shipment: Shipment;
  size: ParcelSize;
}

/** The size to send; undefined if the carrier has it already, or the parcel is on its way. */
async function findUpdate(shop: AppContext, id: number): Promise<SizeUpdate | undefined> {
  const shipment = await findShipment(shop.db, id);
  const order = shipment && (await findOrder(shop.db, shipment.orderId));
  if (!order || !isBooked(shipment)) return undefined;
  const itemsG = itemsWeight(await shippingItemsOf(shop, order));
  const size = await parcelSizeOf(shop.db, order.id, itemsG);
  const sent = await shop.db.one<MeasuredSize>(sql`
    select weight_g "weightG", length_cm length, width_cm width, height_cm height from parcel where id = ${id}`);
  return JSON.stringify(withMeasured(packedSize(itemsG, null), sent)) === JSON.stringify(size)
    ? undefined
    : { shipment, size };
}

/** Stores the fee of a parcel that was changed at the carrier, with a note if it is another one. Call it with the order locked. */
export async function recordFee(
  tx: Tx,
  { id, orderId, trackingCode }: Shipment,
  { fee, now }: { fee: Dong | null; now: Date },
): Promise<void> {
  const before = await tx.one<{ fee: Dong | null }>(sql`select fee from parcel where id = ${id}`);
  await tx.run(sql`update parcel set fee = coalesce(${fee}::bigint, fee), updated_at = ${now} where id = ${id}`);
  if (fee === null || !before || before.fee === fee) return;
  const values = { code: trackingCode ?? "", before: before.fee === null ? "–" : formatDong(before.fee) };
  await addOrderNote(tx, orderId, t("vi", "parcel_notes.fee_changed", { ...values, after: formatDong(fee) }), now);
}

/** Stores the size that the carrier has of a parcel. */
export const storeSentSize = (tx: Tx, id: number, { weightG, cm }: ParcelSize): Promise<number> =>
  tx.run(sql`
    update parcel set weight_g = ${weightG}, length_cm = ${cm.length}, width_cm = ${cm.width}, height_cm = ${cm.height}
    where id = ${id}`);

async function recordSize(tx: Tx, { shipment, size }: SizeUpdate, { fee, now }: { fee: Dong | null; now: Date }) {
  if (!(await lockOrder(tx, shipment.orderId))) return;
  await storeSentSize(tx, shipment.id, size);
  await recordFee(tx, shipment, { fee, now });
}

/**
 * Job: sends what a packer has measured of a booked parcel to its carrier, if it differs from the booking, and reads the fee. A rejection
 * is a note of the order. @throws RescheduleJob
 */
export async function updateParcelSize(shop: AppContext, { parcel: id, askedAt }: SizeJob): Promise<void> {
  const { ghn } = shop.config;
  const update = await findUpdate(shop, id);
  if (!ghn || !update) return;
  const { orderId, trackingCode } = update.shipment;
  const now = shop.clock.now();
  // its booking is under way
  if (trackingCode === null) return rescheduleForCarrier(shop, id, new Date(askedAt));
  try {
    const client = ghnClient(ghn);
    await client.changeSize(trackingCode, update.size);
    const fee = (await client.detail(trackingCode))?.fee ?? null;
    await shop.db.transaction((tx) => recordSize(tx, update, { fee, now }));
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return rescheduleForCarrier(shop, id, new Date(askedAt));
    if (!(error instanceof GhnRejectedError)) throw error;
    const note = t("vi", "parcel_notes.size_refused", { code: trackingCode, reason: error.message });
    await shop.db.transaction(async (tx) => {
      if (await lockOrder(tx, orderId)) await addOrderNote(tx, orderId, note, now);
    });
  }
}
