import { join } from "node:path";
import { type Db, sql } from "../../kernel/database.ts";
import { Refusal } from "../../kernel/problems.ts";
import { DamagedPicture, type Renditions, readPicture, renderPicture } from "../renditions.ts";

/** The largest file that is taken as a picture. */
export const maxPictureBytes = 10 * 1024 * 1024;

export const pictureRefusal = (message: string): Refusal =>
  new Refusal(400, "woocommerce_product_image_upload_error", message);

/** One at a time: a picture of 50 megapixels takes 200 MB while it is decoded. */
let before: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work, work);
  before = turn.catch(() => undefined);
  return turn;
}

async function render(bytes: Buffer, mediaFolder: string): Promise<Renditions> {
  const { problem } = await readPicture(bytes);
  if (problem) throw pictureRefusal(problem);
  try {
    return await inTurn(() => renderPicture(bytes, mediaFolder));
  } catch (error) {
    if (error instanceof DamagedPicture) throw pictureRefusal("The picture's file is damaged.");
    throw error;
  }
}

/** The folder that `/media/` is served from. */
export const mediaFolder = (dataDir: string): string => join(dataDir, "media");

/**
 * Makes the shop's own files of a picture and keeps it. The same bytes are the same picture, whoever brings them.
 * Takes seconds and waits for nobody's transaction: call it before one.
 * @param name the file's, without a folder
 * @returns the id of its row
 * @throws Refusal 400 where the bytes are no picture of a kind and size that the shop takes
 */
export async function keepPicture(
  { db, config }: { db: Db; config: { dataDir: string } },
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<number> {
  const { hash, width, height, widths } = await render(bytes, mediaFolder(config.dataDir));
  const [row] = await db.write<{ id: number }>(sql`
    insert into picture (hash, name, width, height, widths)
    values (${hash}, ${name.slice(0, 200)}, ${width}, ${height}, ${widths}::integer[])
    on conflict (hash) do update set hash = excluded.hash returning id`);
  if (!row) throw new Error("a picture was kept and has no id");
  return row.id;
}
