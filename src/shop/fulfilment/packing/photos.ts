import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { Language } from "#contract/language.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { privateFiles } from "#shop/kernel/outbound/private-files.ts";
import { invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockOrder } from "#shop/orders/index.ts";
import { packOrderNotFound } from "./packing-errors.ts";
import { photoRetentionDays } from "./settings.ts";

/** The largest photo that is accepted. */
export const maxPhotoBytes = 10 * 1024 * 1024;
const maxPixels = 50_000_000;
/** Longer edge of a stored photo, in pixels. */
const storedSize = 1_280;
/** A packer takes one or two; more would fill the disk. */
const maxPhotos = 20;

const filesOf = (config: Pick<Config, "dataDir" | "mediaBucket">) =>
  privateFiles(config, { folder: "packing-photos", type: "image/jpeg" });

/** Beginnings of JPEG, PNG and WebP files: no other format reaches a decoder. */
const isPhoto = (bytes: Buffer): boolean =>
  ["ffd8ff", "89504e470d0a1a0a"].some((start) => bytes.toString("hex", 0, start.length / 2) === start) ||
  (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP");

/** Encodes the photo again, which removes its metadata, the location among it. @throws HttpError 400 for other files */
async function encode(bytes: Buffer, lang: Language): Promise<{ data: Buffer; width: number; height: number }> {
  if (!isPhoto(bytes)) throw invalidParam("body", t(lang, "packing_errors.photo_type"));
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
      .rotate()
      .resize({ width: storedSize, height: storedSize, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    throw invalidParam("body", t(lang, "packing_errors.photo_damaged"));
  }
}

/**
 * Stores a photo of the open box. @param takenAt on the device: neither in the future nor before the order waited to be packed
 * or its parcel was recorded, since claims contain the photos from then on
 * @throws HttpError 400, 404
 */
export async function addPhoto(
  { db, config, clock, log }: AppContext,
  orderId: number,
  { bytes, staffId, takenAt, lang }: { bytes: Buffer; staffId: number; takenAt: Date; lang: Language },
): Promise<{ id: number; at: string }> {
  const { data, width, height } = await encode(bytes, lang);
  const file = `${randomBytes(16).toString("hex")}.jpg`;
  await filesOf(config).store(file, data);
  try {
    return await db.transaction(async (tx) => {
      if (!(await lockOrder(tx, orderId))) throw packOrderNotFound(lang);
      const count = await tx.one<{ photos: number }>(sql`
        select count(*)::integer photos from packing_photo where order_id = ${orderId}`);
      if ((count?.photos ?? 0) >= maxPhotos)
        throw invalidParam("body", t(lang, "packing_errors.too_many_photos", { max: maxPhotos }));
      const row = await tx.one<{ id: number; at: Date }>(sql`
        insert into packing_photo (order_id, staff_id, file, width, height, taken_at)
        select ${orderId}, ${staffId}::integer, ${file}, ${width}::integer, ${height}::integer,
          least(greatest(${takenAt}::timestamptz, stage_since, (select max(created_at) from parcel where order_id = ${orderId})),
            ${clock.now()}::timestamptz)
        from order_workflow where order_id = ${orderId} returning id, taken_at at`);
      if (!row) throw new Error("packing_photo: insert returned no row");
      return { id: row.id, at: row.at.toISOString() };
    });
  } catch (error) {
    // the client gets the first error, also where the bucket fails
    await filesOf(config)
      .remove(file)
      .catch((failure: unknown) => log.warn({ err: failure, file }, "photo without a row"));
    throw error;
  }
}

/** The file of a photo. @throws HttpError 404, also for one that has been erased */
export async function readPhoto(
  { db, config }: AppContext,
  { orderId, photoId, lang }: { orderId: number; photoId: number; lang: Language },
): Promise<Buffer> {
  const row = await db.one<{ file: string | null }>(sql`
    select file from packing_photo where id = ${photoId} and order_id = ${orderId}`);
  const bytes = row?.file ? await filesOf(config).read(row.file) : null;
  if (!bytes) throw packOrderNotFound(lang);
  return bytes;
}

/** Erased in one run; the next one continues. */
const maxErased = 200;

/** Erases photos after the time of the setting: first the files, then their names, so that a crash leaves no file behind. */
export async function erasePhotos({
  db,
  config,
  clock,
}: { db: Db } & Pick<AppContext, "config" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - (await photoRetentionDays(db)) * dayMs);
  const rows = await db.all<{ id: number; file: string }>(sql`
    select id, file from packing_photo where file is not null and taken_at < ${before} order by taken_at limit ${maxErased}`);
  if (rows.length === 0) return;
  const removals = await Promise.allSettled(rows.map(({ file }) => filesOf(config).remove(file)));
  const ids = rows.flatMap(({ id }, place) => (removals[place]?.status === "fulfilled" ? [id] : []));
  await db.transaction((tx) => tx.run(sql`update packing_photo set file = null where id = any(${ids}::integer[])`));
  const failed = removals.find((removal) => removal.status === "rejected");
  if (failed) throw failed.reason;
}
