import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/http/errors.ts";
import type { Parent, StoredVariation } from "./parent.ts";

/** For good: carts lose it too; orders keep what they were placed with. Pieces that others are sold from too stay theirs. */
export async function removeVariation(tx: Tx, parent: Parent, { id, stockId }: StoredVariation): Promise<void> {
  await tx.run(sql`delete from variation where id = ${id}`);
  const shared =
    stockId === parent.stockId || parent.variations.some((one) => one.id !== id && one.stockId === stockId);
  if (!shared) await tx.run(sql`delete from stock where id = ${stockId}`);
}

/** To the trash: nobody sees or buys it, and a merchant may set another status. @throws Refusal 410 where it lies there already */
export async function trashVariation(tx: Tx, { id, status }: StoredVariation, now: Date): Promise<void> {
  if (status === "trash") {
    const message = "The product_variation has already been deleted.";
    throw new HttpError(410, "woocommerce_rest_already_trashed", message);
  }
  await tx.run(sql`update variation set status = 'trash', modified_at = ${now}::timestamptz where id = ${id}`);
}
