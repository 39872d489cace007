import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type NamedPicture, takePictures } from "./import-images.ts";

/**
 * Resolves the single image of a resource in a write. Waits for other servers: call it before the transaction.
 * @returns its id; null if the write removes the image; undefined if it does not mention it
 * @throws HttpError 400 as {@link takePictures}
 */
export async function takeOnePicture(
  shop: AppContext,
  named: NamedPicture | undefined,
): Promise<number | null | undefined> {
  if (!named) return undefined;
  if (!named.id && !named.src) return null;
  const [id] = await takePictures(shop, [named]);
  return id ?? null;
}

/** Sets the file name of an image, in WooCommerce its title. */
export async function namePicture(tx: Tx, id: number | null | undefined, name: string | undefined): Promise<void> {
  if (!id || !name) return;
  const renamed = await tx.run(sql`update picture set name = ${name} where id = ${id} and name <> ${name}`);
  if (renamed > 0) await tx.run(sql`select notify_catalog_changed(array['catalogue'])`);
}
