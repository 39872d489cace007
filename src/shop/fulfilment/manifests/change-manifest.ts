import type { z } from "zod";
import type { CloseManifest, Manifest, UpdateManifest } from "#contract/backoffice/manifests.ts";
import { wooDates } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { wrongState } from "../parcels/parcel-errors.ts";
import {
  findScannedParcel,
  hasCarrier,
  manifestProblem,
  type ManifestParcelRow,
  parcelsOfManifest,
  waitingParcels,
} from "./manifest-rows.ts";
import { type ManifestRow, requireManifest } from "./read-manifest.ts";

interface ManifestChange {
  staffId: number;
  lang: Language;
  now: Date;
}

const addWaiting = (tx: Tx, manifestId: number, { carrier, seenAt }: { carrier: string; seenAt: Date | null }) =>
  tx.run(sql`
    insert into manifest_parcel (parcel_id, manifest_id, seen_at)
    select p.id, ${manifestId}, ${seenAt}::timestamptz from ${waitingParcels} and ${hasCarrier(carrier)}
    on conflict (parcel_id) do nothing`);

/** @throws HttpError 400 for a carrier that no parcel has */
async function requireCarrier(tx: Tx, carrier: string, lang: Language): Promise<void> {
  if (carrier === "" || carrier === "ghn") return;
  const used = await tx.one(sql`select id from parcel where carrier = ${carrier} limit 1`);
  if (!used) throw invalidParam("carrier", t(lang, "parcel_errors.unknown_carrier", { carrier }));
}

/**
 * Begins a manifest of a carrier with all of its packed parcels, which are expected and not seen yet; if one is open, that is used.
 * @returns its id
 */
export async function openManifest(tx: Tx, carrier: string, { staffId, lang, now }: ManifestChange): Promise<number> {
  await requireCarrier(tx, carrier, lang);
  // two at once would begin two, with the same number
  await tx.run(sql`lock table manifest in share row exclusive mode`);
  const open = await tx.one<{ id: number }>(
    sql`select id from manifest where carrier = ${carrier} and closed_at is null order by id limit 1`,
  );
  if (open) return open.id;
  const day = wooDates(now).local.slice(0, 10);
  const row = await tx.one<{ id: number }>(sql`
    insert into manifest (day, place, carrier, created_by, created_at)
    select ${day}::date, coalesce(max(place), 0) + 1, ${carrier}, ${staffId}, ${now}::timestamptz
    from manifest where day = ${day}::date returning id`);
  if (!row) throw new Error("manifest: insert returned no row");
  await addWaiting(tx, row.id, { carrier, seenAt: null });
  return row.id;
}

/** Locks an open manifest. @throws HttpError 404; 409 if it is closed */
async function lockManifest(tx: Tx, id: number, lang: Language): Promise<ManifestRow> {
  await tx.one(sql`select id from manifest where id = ${id} for update`);
  const manifest = await requireManifest(tx, id, lang);
  if (manifest.closedAt !== null) throw wrongState(lang, "manifest_closed", "closed");
  return manifest;
}

type Rejected = Manifest["rejected"][number];

/** Adds the parcel of a scanned code, and marks it as seen. @returns why not, null if it was added */
async function addScanned(tx: Tx, manifest: ManifestRow, code: string, now: Date): Promise<Rejected | null> {
  const row = await findScannedParcel(tx, code);
  const reject = (problem: Rejected["problem"]): Rejected => ({
    code,
    problem,
    order_id: row?.orderId ?? null,
    cancelled_at: row?.cancelledAt?.toISOString() ?? null,
  });
  if (!row) return reject("unknown");
  const problem = manifestProblem(row, { manifestId: manifest.id, carrier: manifest.carrier });
  if (problem !== null) return reject(problem);
  const written = await tx.run(sql`
    insert into manifest_parcel as m (parcel_id, manifest_id, seen_at) values (${row.id}, ${manifest.id}, ${now})
    on conflict (parcel_id) do update set seen_at = coalesce(m.seen_at, excluded.seen_at)
    where m.manifest_id = excluded.manifest_id`);
  return written > 0 ? null : reject("other_manifest");
}

/** Adds and removes parcels. @returns the codes that were not added @throws HttpError 404, 409 */
export async function updateManifest(
  tx: Tx,
  id: number,
  { add = [], add_all = false, remove = [] }: z.output<typeof UpdateManifest>,
  { lang, now }: ManifestChange,
): Promise<Rejected[]> {
  const manifest = await lockManifest(tx, id, lang);
  if (remove.length > 0)
    await tx.run(sql`delete from manifest_parcel where manifest_id = ${id} and parcel_id = any(${remove}::integer[])`);
  const rejected: Rejected[] = [];
  for (const code of add) {
    const reason = await addScanned(tx, manifest, code, now);
    if (reason) rejected.push(reason);
  }
  if (add_all) {
    await addWaiting(tx, id, { carrier: manifest.carrier, seenAt: now });
    await tx.run(sql`update manifest_parcel set seen_at = ${now} where manifest_id = ${id} and seen_at is null`);
  }
  return rejected;
}

/** Orders in the order of their ids, as every transaction that locks several does. */
const lockOrdersOf = (tx: Tx, manifestId: number): Promise<unknown[]> =>
  tx.all(sql`
    select o.id from orders o where o.id in (
      select p.order_id from manifest_parcel mp join parcel p on p.id = mp.parcel_id where mp.manifest_id = ${manifestId})
    order by o.id for update`);

/** @throws HttpError 409 with each parcel that cannot be handed over, and the reason */
function assertReady(rows: readonly ManifestParcelRow[], manifest: ManifestRow, lang: Language): void {
  if (rows.length === 0)
    throw new HttpError(409, "lianne_parcels_not_ready", t(lang, "parcel_errors.manifest_empty"), {
      extra: { parcels: [] },
    });
  const parcels = rows.flatMap((row) => {
    const known = manifestProblem(row, { manifestId: manifest.id, carrier: manifest.carrier });
    const problem = known ?? (row.seenAt === null ? "not_seen" : null);
    const cancelled_at = row.cancelledAt?.toISOString() ?? null;
    return problem ? [{ parcel_id: row.id, order_id: row.orderId, code: row.trackingCode, problem, cancelled_at }] : [];
  });
  if (parcels.length === 0) return;
  const orders = parcels.map(({ order_id }) => order_id).join(", ");
  throw new HttpError(409, "lianne_parcels_not_ready", t(lang, "parcel_errors.not_ready", { orders }), {
    extra: { parcels },
  });
}

/**
 * Hands over all parcels of a manifest, after checking each of them again with its order locked. Nothing is written if one of them cannot be
 * handed over.
 * @throws HttpError 400 without a name and a signature; 404; 409
 */
export async function closeManifest(
  tx: Tx,
  id: number,
  { driver, signature }: z.output<typeof CloseManifest>,
  { staffId, lang, now }: ManifestChange,
): Promise<void> {
  if (driver === "" && signature.every((line) => line.length < 2))
    throw invalidParam("driver", t(lang, "parcel_errors.driver_required"));
  const manifest = await lockManifest(tx, id, lang);
  await lockOrdersOf(tx, id);
  const rows = await parcelsOfManifest(tx, id);
  assertReady(rows, manifest, lang);
  await tx.run(sql`
    update manifest_parcel m set cod_amount = w.cod
    from unnest(${rows.map((row) => row.id)}::integer[], ${rows.map(({ cod }) => cod)}::bigint[]) w (id, cod)
    where m.parcel_id = w.id`);
  await tx.run(sql`
    update parcel set handed_over_at = ${now}, updated_at = ${now}
    where id in (select parcel_id from manifest_parcel where manifest_id = ${id})`);
  await tx.run(sql`
    update manifest set closed_at = ${now}, closed_by = ${staffId}, driver = ${driver},
      signature = ${json(signature)}::jsonb where id = ${id}`);
}
