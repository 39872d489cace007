import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { productErrors } from "../product-errors.ts";
import { writeProduct } from "./write-products.ts";

/**
 * Moves a product to the trash: unlisted and not for sale, its orders unaffected. Changing its status restores it.
 * @throws HttpError 404 if it does not exist, 410 if it is already in the trash
 */
export async function trashProduct(tx: Tx, id: number, now: Date): Promise<void> {
  await lockCatalog(tx);
  const product = await tx.one<{ status: string }>(sql`select status from product where id = ${id}`);
  if (!product) throw productErrors.unknown();
  if (product.status === "trash") throw productErrors.trashed();
  await writeProduct(tx, { id, change: { status: "trash" } }, now);
}

/**
 * Deletes a product permanently, with its variations and stock; orders have their own copy of what was bought.
 * @throws HttpError 404 if it does not exist
 */
export async function deleteProduct(tx: Tx, id: number): Promise<void> {
  await lockCatalog(tx);
  const own = sql`select stock_id id from product where id = ${id} union select stock_id from variation where product_id = ${id}`;
  // The delete locks the stock rows `for update`, which conflicts with the foreign keys of order lines. With these
  // locks taken first, concurrent orders finish without a deadlock, unless one of them references several of the rows
  // in another order.
  await tx.all(sql`select id from stock where id in (${own}) order by id for update`);
  await tx.run(sql`select lock_catalog_rows(array[${id}::integer])`);
  // another variation may have been added before the product was locked
  const stocks = await tx.all<{ id: number }>(own);
  if ((await tx.run(sql`delete from product where id = ${id}`)) === 0) throw productErrors.unknown();
  await tx.run(sql`delete from stock where id = any(${stocks.map((stock) => stock.id)}::integer[])`);
}
