import { publishInvalidation } from "#shop/kernel/cache/cache-invalidation.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type ImageReference, resolveImages } from "./import-images.ts";

/**
 * Resolves the single image of a resource in a write. Waits for other servers: call it before the transaction.
 * @returns its id; null if the write removes the image; undefined if it does not mention it
 * @throws HttpError 400 as {@link resolveImages}
 */
export async function resolveImage(
  shop: AppContext,
  reference: ImageReference | undefined,
): Promise<number | null | undefined> {
  if (!reference) return undefined;
  if (!reference.id && !reference.src) return null;
  const [id] = await resolveImages(shop, [reference]);
  return id ?? null;
}

/** Sets the file name of an image, in WooCommerce its title. */
export async function setImageName(tx: Tx, id: number | null | undefined, name: string | undefined): Promise<void> {
  if (!id || !name) return;
  const renamed = await tx.run(sql`update picture set name = ${name} where id = ${id} and name <> ${name}`);
  if (renamed > 0) await publishInvalidation(tx, ["catalogue"]);
}
