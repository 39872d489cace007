import { maxBoxes } from "#contract/backoffice/packing-box-limits.ts";
import type { PackingBox, PackingBoxWrite } from "#contract/backoffice/packing-boxes.ts";
import type { Language, Translated } from "#contract/language.ts";
import { json, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { conflict, isOutdated, versionOfRecord } from "#shop/kernel/request/if-match.ts";
import { t } from "#shop/kernel/request/messages.ts";

interface BoxRow {
  id: number;
  name: Translated;
  length: number;
  width: number;
  height: number;
  weight_g: number;
}

const boxOf = ({ id, name, length, width, height, weight_g }: BoxRow): PackingBox => {
  const box = { id, name, size_cm: { length, width, height }, weight_g };
  return { ...box, version: versionOfRecord([name.vi, name.en, length, width, height, weight_g]) };
};

const readBoxes = (reader: Reader, where: Sql): Promise<BoxRow[]> =>
  reader.all<BoxRow>(sql`
    select id, name, length_cm length, width_cm width, height_cm height, weight_g from packing_box where ${where}
    order by length_cm::integer * width_cm * height_cm, id`);

/** The shop's boxes, the smallest first. */
export const listBoxes = async (reader: Reader): Promise<PackingBox[]> =>
  (await readBoxes(reader, sql`true`)).map(boxOf);

/** @throws HttpError 400 */
export async function requireBox(tx: Tx, id: number, lang: Language): Promise<void> {
  // locked: it must not be deleted before the packing refers to it
  const box = await tx.one(sql`select from packing_box where id = ${id} for key share`);
  if (!box) throw invalidParam("box_id", t(lang, "packing_errors.unknown_box"));
}

/** A change of a box; `loaded` is the version that the staff member has seen, null for any. */
export interface BoxChange {
  id: number;
  loaded: string | null;
  lang: Language;
}

/** Locks a box. @throws HttpError 404, 412 with the box as it is now */
async function lockBox(tx: Tx, { id, loaded, lang }: BoxChange): Promise<PackingBox> {
  await tx.run(sql`select id from packing_box where id = ${id} for update`);
  const [row] = await readBoxes(tx, sql`id = ${id}`);
  if (!row) throw new HttpError(404, "rest_not_found", t(lang, "packing_errors.no_box"));
  const box = boxOf(row);
  if (isOutdated(loaded, box.version)) throw conflict(lang, box);
  return box;
}

const valuesOf = ({ name, size_cm: { length, width, height }, weight_g }: PackingBoxWrite): Sql =>
  sql`${json(name)}::jsonb, ${length}::smallint, ${width}::smallint, ${height}::smallint, ${weight_g}::integer`;

async function written(tx: Tx, id: number): Promise<PackingBox> {
  const [row] = await readBoxes(tx, sql`id = ${id}`);
  if (!row) throw new Error("packing_box: no row");
  return boxOf(row);
}

/** @throws HttpError 409 `lianne_too_many_boxes` */
export async function createBox(tx: Tx, write: PackingBoxWrite, lang: Language): Promise<PackingBox> {
  // two boxes at once must not both be the last one
  await tx.run(sql`lock table packing_box in share row exclusive mode`);
  const row = await tx.one<{ id: number }>(sql`
    insert into packing_box (name, length_cm, width_cm, height_cm, weight_g)
    select ${valuesOf(write)} where (select count(*) from packing_box) < ${maxBoxes} returning id`);
  if (!row)
    throw new HttpError(409, "lianne_too_many_boxes", t(lang, "packing_errors.too_many_boxes", { max: maxBoxes }));
  return written(tx, row.id);
}

/** @throws HttpError 404, 412 */
export async function updateBox(tx: Tx, write: PackingBoxWrite, change: BoxChange): Promise<PackingBox> {
  await lockBox(tx, change);
  await tx.run(sql`
    update packing_box set (name, length_cm, width_cm, height_cm, weight_g) = row(${valuesOf(write)})
    where id = ${change.id}`);
  return written(tx, change.id);
}

/** The entered size of a parcel stays. @returns its last state @throws HttpError 404, 412 */
export async function deleteBox(tx: Tx, change: BoxChange): Promise<PackingBox> {
  const box = await lockBox(tx, change);
  await tx.run(sql`delete from packing_box where id = ${change.id}`);
  return box;
}
