import type { Manifest, ManifestEntry, ManifestList, Signature } from "#contract/backoffice/manifests.ts";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { stepOf } from "#shop/shipping/index.ts";
import { manifestNumber, parcelCarrier, parcelCod } from "../parcels/parcel-rows.ts";
import {
  hasCarrier,
  manifestProblem,
  type ManifestParcelRow,
  parcelsOfManifest,
  waitingParcels,
} from "./manifest-rows.ts";

export interface ManifestRow {
  id: number;
  number: string;
  carrier: string;
  createdAt: Date;
  closedAt: Date | null;
  closedBy: string | null;
  driver: string;
  signature: Signature;
  parcels: number;
  seen: number;
  cod: Dong;
}

const columns: Sql = sql`
  m.id, ${manifestNumber} "number", m.carrier, m.created_at "createdAt", m.closed_at "closedAt", s.name "closedBy", m.driver,
  m.signature, t.parcels, t.seen, t.cod`;

const tables: Sql = sql`
  manifest m left join staff s on s.id = m.closed_by
    left join lateral (
      select count(*)::integer parcels, count(mp.seen_at)::integer seen,
        coalesce(sum(coalesce(mp.cod_amount, ${parcelCod})), 0)::bigint cod
      from manifest_parcel mp join parcel p on p.id = mp.parcel_id join orders o on o.id = p.order_id
      where mp.manifest_id = m.id) t on true`;

const toEntry = ({
  id,
  number,
  carrier,
  createdAt,
  closedAt,
  closedBy,
  driver,
  ...row
}: ManifestRow): ManifestEntry => ({
  id,
  number,
  carrier,
  state: closedAt === null ? "open" : "closed",
  created_at: createdAt.toISOString(),
  closed_at: closedAt?.toISOString() ?? null,
  closed_by: closedBy,
  driver,
  totals: { parcels: row.parcels, seen: row.seen, cod: row.cod },
});

/** @throws HttpError 404 */
export async function requireManifest(reader: Reader, id: number, lang: Language): Promise<ManifestRow> {
  const row = await reader.one<ManifestRow>(sql`select ${columns} from ${tables} where m.id = ${id}`);
  if (!row) throw new HttpError(404, "rest_not_found", t(lang, "parcel_errors.manifest_not_found"));
  return row;
}

/** A page of manifests, open ones first, and the packed parcels that are on none, by carrier. */
export async function listManifests(
  reader: Reader,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ list: ManifestList; total: number }> {
  const rows = await reader.all<ManifestRow>(sql`
    select ${columns} from ${tables} order by m.closed_at is null desc, m.id desc
    limit ${perPage} offset ${(page - 1) * perPage}`);
  const counted = await reader.one<{ total: number }>(sql`select count(*)::integer total from manifest`);
  const waiting = await reader.all<{ carrier: string; parcels: number }>(sql`
    select ${parcelCarrier} carrier, count(*)::integer parcels from ${waitingParcels} group by 1 order by 1 desc`);
  return { list: { manifests: rows.map(toEntry), waiting }, total: counted?.total ?? 0 };
}

const toParcel = (row: ManifestParcelRow, manifest: ManifestRow): Manifest["parcels"][number] => {
  const isOpen = manifest.closedAt === null;
  const problem = isOpen ? manifestProblem(row, { manifestId: manifest.id, carrier: manifest.carrier }) : null;
  return {
    parcel_id: row.id,
    order_id: row.orderId,
    code: row.trackingCode,
    cod: row.cod,
    seen_at: row.seenAt?.toISOString() ?? null,
    step: stepOf(row.status),
    problem,
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
    scan_overdue: row.scanOverdue && stepOf(row.status) === "waiting",
  };
};

/** A manifest with its parcels as they are now. @throws HttpError 404 */
export async function readManifest(
  reader: Reader,
  id: number,
  { lang, rejected = [] }: { lang: Language; rejected?: Manifest["rejected"] },
): Promise<Manifest> {
  const row = await requireManifest(reader, id, lang);
  const parcels = await parcelsOfManifest(reader, id);
  const waiting = await reader.one<{ count: number }>(
    sql`select count(*)::integer count from ${waitingParcels} and ${hasCarrier(row.carrier)}`,
  );
  return {
    ...toEntry(row),
    signature: row.signature,
    parcels: parcels.map((parcel) => toParcel(parcel, row)),
    waiting: row.closedAt === null ? (waiting?.count ?? 0) : 0,
    rejected,
  };
}
