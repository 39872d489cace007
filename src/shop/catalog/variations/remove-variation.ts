import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import type { ParentProduct, StoredVariation } from "./parent.ts";

/**
 * Deletes a variation permanently, also from carts; orders have their own copy. Stock that other variations share
 * remains.
 */
export async function removeVariation(tx: Tx, parent: ParentProduct, { id, stockId }: StoredVariation): Promise<void> {
  await tx.run(sql`delete from variation where id = ${id}`);
  const shared =
    stockId === parent.stockId || parent.variations.some((one) => one.id !== id && one.stockId === stockId);
  if (!shared) await tx.run(sql`delete from stock where id = ${stockId}`);
}

/**
 * Moves a variation to the trash: not visible and not for sale, until a merchant sets another status.
 * @throws HttpError 410 if it is in the trash already
 */
export async function trashVariation(tx: Tx, { id, status }: StoredVariation, now: Date): Promise<void> {
  if (status === "trash") {
    const message = "The product_variation has already been deleted.";
    throw new HttpError(410, "woocommerce_rest_already_trashed", message);
  }
  await tx.run(sql`update variation set status = 'trash', modified_at = ${now}::timestamptz where id = ${id}`);
}
