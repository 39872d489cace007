import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type NamedPicture, takePictures } from "./import-images.ts";

/**
 * The one picture of a resource that a write names. Waits for other servers: call it before the transaction.
 * @returns its id; null where the write takes the picture away; undefined where it says nothing of it
 * @throws Refusal 400 as {@link takePictures}
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

/** Calls a picture's file as a write wants it, in WooCommerce's words its title. */
export async function namePicture(tx: Tx, id: number | null | undefined, name: string | undefined): Promise<void> {
  if (!id || !name) return;
  const renamed = await tx.run(sql`update picture set name = ${name} where id = ${id} and name <> ${name}`);
  if (renamed > 0) await tx.run(sql`select announce_catalogue(array['catalogue'])`);
}
