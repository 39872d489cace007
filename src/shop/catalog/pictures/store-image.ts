import { type Db, json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { type MediaConfig, mediaFolder, publishFiles } from "./media-files.ts";
import { DamagedImageError, describePicture, type Renditions, readPicture, renderPicture } from "../renditions.ts";

/** The largest image file that is accepted. */
export const maxPictureBytes = 10 * 1024 * 1024;

export const imageError = (message: string): HttpError =>
  new HttpError(400, "woocommerce_product_image_upload_error", message);

/** Sequential: an image of 50 megapixels takes 200 MB while it is decoded. */
let before: Promise<unknown> = Promise.resolve();
function sequentially<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work, work);
  before = turn.catch(() => undefined);
  return turn;
}

async function render(bytes: Buffer, config: MediaConfig): Promise<Renditions> {
  const { problem } = await readPicture(bytes);
  if (problem) throw imageError(problem);
  try {
    const picture = await sequentially(() => renderPicture(bytes, mediaFolder(config.dataDir)));
    await publishFiles(config, picture);
    return picture;
  } catch (error) {
    if (error instanceof DamagedImageError) throw imageError("The picture's file is damaged.");
    throw error;
  }
}

/** An image whose files exist or can be rendered; its row may be missing. */
export interface PreparedImage extends Renditions {
  /** file name without a folder */
  name: string;
}

/**
 * Renders the sizes of an image, which takes seconds; it is not visible until it has a row, see {@link storePictures}.
 * @param make false only checks whether it could be rendered
 * @throws HttpError 400 if the bytes are not an image of an accepted format and size
 */
export async function prepareImage(
  config: MediaConfig,
  { bytes, name }: { bytes: Buffer; name: string },
  make = true,
): Promise<PreparedImage> {
  return { name: name.slice(0, 200), ...(await (make ? render(bytes, config) : check(bytes))) };
}

async function check(bytes: Buffer): Promise<Renditions> {
  const { problem } = await readPicture(bytes);
  if (problem) throw imageError(problem);
  return describePicture(bytes);
}

interface StoredImage {
  id: number;
  hash: string;
}

const insertion = (pictures: readonly PreparedImage[]) => sql`
  insert into picture (hash, name, width, height, widths)
  select hash, name, width, height, widths
  from jsonb_populate_recordset(null::picture, ${json(pictures)}::jsonb)
  on conflict (hash) do update set hash = excluded.hash returning id, hash`;

/** Inserts image rows. @returns their ids, by hash */
export async function storePictures(tx: Tx, pictures: readonly PreparedImage[]): Promise<Map<string, number>> {
  if (pictures.length === 0) return new Map();
  const once = [...new Map(pictures.map((picture) => [picture.hash, picture])).values()];
  const rows = await tx.all<StoredImage>(insertion(once));
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}

/**
 * Renders the sizes of an image and stores it. The same bytes always give the same image. Takes seconds: call it before
 * a transaction.
 * @param name file name without a folder
 * @returns the id of its row
 * @throws HttpError 400 if the bytes are not an image of an accepted format and size
 */
export async function storeImage(
  { db, config }: { db: Db; config: MediaConfig },
  file: { bytes: Buffer; name: string },
): Promise<number> {
  const [row] = await db.write<StoredImage>(insertion([await prepareImage(config, file)]));
  if (!row) throw new Error("image: insert returned no row");
  return row.id;
}
