import type { ManifestProblem } from "#contract/backoffice/parcel-views.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { isClosed, type StoredStatus } from "#shop/orders/index.ts";
import { isEnd, ownStatuses } from "#shop/shipping/index.ts";
import { parcelCarrier, parcelCod } from "../parcels/parcel-rows.ts";

/** A parcel as a manifest needs it: no price but the cash to be collected, no personal data. */
export interface ManifestParcelRow {
  id: number;
  orderId: number;
  orderStatus: StoredStatus;
  trackingCode: string | null;
  clientOrderCode: string;
  carrier: string;
  status: string;
  isCancelled: boolean;
  isNewest: boolean;
  isPacked: boolean;
  handedOverAt: Date | null;
  scanOverdue: boolean;
  manifestId: number | null;
  seenAt: Date | null;
  cod: Dong;
  cancelledAt: Date | null;
}

const columns: Sql = sql`
  p.id, p.order_id "orderId", o.status "orderStatus", p.tracking_code "trackingCode",
  p.client_order_code "clientOrderCode", ${parcelCarrier} carrier, p.status,
  p.cancel_requested_at is not null "isCancelled",
  not exists (select from parcel later where later.order_id = p.order_id and later.id > p.id) "isNewest",
  coalesce(k.state = 'packed', false) "isPacked", p.handed_over_at "handedOverAt", p.scan_overdue "scanOverdue",
  mp.manifest_id "manifestId", mp.seen_at "seenAt", coalesce(mp.cod_amount, ${parcelCod}) cod,
  case when o.status in ('cancelled', 'failed', 'refunded', 'trash')
    then (select max(e.at) from order_event e where e.order_id = o.id and e.to_status = o.status) end "cancelledAt"`;

const tables: Sql = sql`
  parcel p join orders o on o.id = p.order_id left join packing k on k.order_id = o.id
    left join manifest_parcel mp on mp.parcel_id = p.id`;

export const parcelsOfManifest = (reader: Reader, manifestId: number): Promise<ManifestParcelRow[]> =>
  reader.all<ManifestParcelRow>(
    sql`select ${columns} from ${tables} where mp.manifest_id = ${manifestId} order by p.order_id, p.id`,
  );

/** The parcel with a scanned code: the carrier's, the shop's own, or the number of its order. */
export const findScannedParcel = (reader: Reader, code: string): Promise<ManifestParcelRow | undefined> => {
  const orderId = /^#?\d{1,9}$/.test(code) ? Number(code.replace("#", "")) : -1;
  return reader.one<ManifestParcelRow>(sql`
    select ${columns} from ${tables}
    where upper(p.tracking_code) = upper(${code}) or upper(p.client_order_code) = upper(${code}) or p.order_id = ${orderId}
    order by upper(coalesce(p.tracking_code, '')) = upper(${code}) desc, p.id desc limit 1`);
};

/** `parcel p` of a packed order can be handed over, and is on no manifest. */
const isWaiting: Sql = sql`w.stage = 'to_hand_over' and p.status not in (${ownStatuses.toBook}, ${ownStatuses.refused}, 'cancel')
  and p.cancel_requested_at is null and not exists (select from manifest_parcel mp where mp.parcel_id = p.id)
  and not exists (select from parcel later where later.order_id = p.order_id and later.id > p.id)`;

export const waitingParcels: Sql = sql`parcel p join order_workflow w on w.order_id = p.order_id where ${isWaiting}`;

export const hasCarrier = (carrier: string): Sql => sql`${parcelCarrier} = ${carrier}`;

/** Why a parcel cannot be handed over with a manifest; null if it can. */
export function manifestProblem(
  row: ManifestParcelRow,
  { manifestId, carrier }: { manifestId: number; carrier: string },
): ManifestProblem | null {
  if (isClosed(row.orderStatus) || row.orderStatus === "refunded") return "cancelled";
  if (row.manifestId !== null && row.manifestId !== manifestId) return "other_manifest";
  if (row.handedOverAt !== null || isEnd(row.status)) return row.status === "cancel" ? "not_booked" : "handed_over";
  if (!row.isNewest || row.isCancelled) return "not_booked";
  if (row.status === ownStatuses.toBook || row.status === ownStatuses.refused) return "not_booked";
  if (row.carrier !== carrier) return "other_carrier";
  return row.isPacked ? null : "not_packed";
}
