import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { join, type Reader, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { pictureJson, type StoredPicture } from "../stored-picture.ts";
import { removeFiles } from "./media-files.ts";

/** Places that show picture `i`. */
const usesOf = sql`(
  (select count(*) from product_picture where picture_id = i.id) + (select count(*) from variation where picture_id = i.id)
  + (select count(*) from category where picture_id = i.id) + (select count(*) from gift where picture_id = i.id))::integer`;

interface PictureUse {
  picture: StoredPicture;
  uses: number;
}

interface PictureFilter {
  search?: string | undefined;
  unused?: boolean | undefined;
  page: number;
  per_page: number;
}

/** A page of the pictures, the newest first. */
export async function listPictures(
  reader: Reader,
  { search, unused, page, per_page }: PictureFilter,
): Promise<{ pictures: PictureUse[]; total: number }> {
  const filters = [
    sql`true`,
    ...(search ? [sql`i.name ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`] : []),
    ...(unused === undefined ? [] : [sql`(${usesOf} = 0) = ${unused}`]),
  ];
  const where = join(filters, " and ");
  const count = await reader.one<{ total: number }>(sql`select count(*)::integer total from picture i where ${where}`);
  const pictures = await reader.all<PictureUse>(sql`
    select ${pictureJson(sql`i`, sql`null::jsonb`)} picture, ${usesOf} uses from picture i where ${where}
    order by i.id desc limit ${per_page} offset ${(page - 1) * per_page}`);
  return { pictures, total: count?.total ?? 0 };
}

/**
 * Deletes a picture that nothing shows, and its files.
 * @throws HttpError 404 if there is none, 409 `lianne_picture_in_use` with the number of its uses
 */
export async function removePicture({ db, config }: AppContext, id: number): Promise<StoredPicture> {
  const picture = await db.transaction(async (tx) => {
    // the lock keeps a concurrent write from referring to it
    await tx.run(sql`select from picture where id = ${id} for update`);
    const found = await tx.one<PictureUse>(sql`
      select ${pictureJson(sql`i`, sql`null::jsonb`)} picture, ${usesOf} uses from picture i where i.id = ${id}`);
    if (!found) throw new HttpError(404, "rest_post_invalid_id", "Invalid post ID.");
    const { uses } = found;
    if (uses > 0) {
      const message = `The picture is shown in ${uses} places.`;
      throw new HttpError(409, "lianne_picture_in_use", message, { extra: { uses } });
    }
    await tx.run(sql`delete from picture where id = ${id}`);
    return found.picture;
  });
  await removeFiles(config, picture);
  return picture;
}
