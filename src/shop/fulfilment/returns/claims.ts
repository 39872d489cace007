import type { ParcelDetail } from "#contract/backoffice/parcels.ts";
import type { ClaimSheet, Compensation } from "#contract/backoffice/returns.ts";
import { backOfficeApi } from "#contract/endpoint.ts";
import type { Language } from "#contract/language.ts";
import { sum } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { conflict, isOutdated, versionOfRecord } from "#shop/kernel/request/if-match.ts";
import { findOrder, lineName } from "#shop/orders/index.ts";
import { declaredValue, stepOf } from "#shop/shipping/index.ts";
import { lockShipment } from "../lock-shipment.ts";
import { parcelNotFound, wrongState } from "../parcels/parcel-errors.ts";
import { readParcelDetail, shippedLinesOf } from "../parcels/read-parcel.ts";
import { findShipment } from "../shipment.ts";

const findCompensation = (reader: Reader, parcelId: number): Promise<Compensation | undefined> =>
  reader.one<Compensation>(sql`
    select amount, to_char(received_on, 'YYYY-MM-DD') received_on, note from carrier_compensation where parcel_id = ${parcelId}`);

/** The version of a parcel's compensation. */
const compensationVersion = (recorded: Compensation | undefined): string =>
  recorded ? versionOfRecord([recorded.amount, recorded.received_on, recorded.note]) : "none";

/** Photos of the packing of this parcel: taken after it was recorded, and before the order's next one. */
const packingPhotos = (reader: Reader, { id, order_id }: Pick<ParcelDetail, "id" | "order_id">) =>
  reader.all<{ id: number }>(sql`
    select f.id from packing_photo f join parcel p on p.id = ${id}
    where f.order_id = ${order_id} and f.file is not null and f.taken_at >= p.created_at and not exists (
      select from parcel later where later.order_id = p.order_id and later.id > p.id and later.created_at <= f.taken_at)
    order by f.id`);

/** What a claim against the carrier needs, on one sheet. @throws HttpError 404 */
export async function readClaim(shop: AppContext, id: number, lang: Language): Promise<ClaimSheet> {
  const parcel = await readParcelDetail(shop, id, lang);
  const order = await findOrder(shop.db, parcel.order_id);
  if (!order) throw parcelNotFound(lang);
  const lines = await shippedLinesOf(shop, order);
  const photos = await packingPhotos(shop.db, parcel);
  const value = sum(lines.map(({ total }) => total));
  const compensation = await findCompensation(shop.db, id);
  return {
    parcel_id: id,
    order_id: order.id,
    carrier: parcel.carrier,
    code: parcel.code,
    status: parcel.status,
    step: parcel.step,
    recipient: { name: parcel.recipient.name, province: parcel.recipient.province },
    value,
    insured: declaredValue(value),
    cod: parcel.cod,
    fee: parcel.fee,
    items: lines.map((line) => ({ name: lineName(line, lang), quantity: line.quantity, total: line.total })),
    events: parcel.events,
    handed_over_at: parcel.handed_over_at,
    manifest: parcel.manifest?.number ?? null,
    photos: photos.map((photo) => `${backOfficeApi}/pack/orders/${order.id}/photos/${photo.id}`),
    compensation: compensation ?? null,
    version: compensationVersion(compensation),
  };
}

const compensated: readonly string[] = ["trouble", "returned"];

/**
 * Records or corrects what the carrier paid for a lost or damaged parcel. It is income of the order: neither its payments nor its total
 * change.
 * @param loaded the version that the client has loaded; null for any
 * @throws HttpError 404; 409 for a parcel that is neither lost, damaged nor returned; 412
 */
export const recordCompensation = (
  shop: AppContext,
  id: number,
  { amount, received_on, note }: Compensation,
  { staffId, loaded, lang }: { staffId: number; loaded: string | null; lang: Language },
): Promise<void> =>
  shop.db.transaction(async (tx) => {
    const shipment = await lockShipment(tx, await findShipment(tx, id));
    if (!shipment) throw parcelNotFound(lang);
    if (!compensated.includes(stepOf(shipment.status))) throw wrongState(lang, "no_claim", shipment.status);
    const recorded = await findCompensation(tx, id);
    const version = compensationVersion(recorded);
    if (isOutdated(loaded, version)) throw conflict(lang, { compensation: recorded ?? null, version });
    await tx.run(sql`
      insert into carrier_compensation (parcel_id, order_id, amount, received_on, note, staff_id, at)
      values (${id}, ${shipment.orderId}, ${amount}, ${received_on}::date, ${note}, ${staffId}, ${shop.clock.now()})
      on conflict (parcel_id) do update set amount = excluded.amount, received_on = excluded.received_on,
        note = excluded.note, staff_id = excluded.staff_id, at = excluded.at`);
  });
