import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";
import { productRefusals } from "./refusals.ts";
import { writeProduct } from "./write-products.ts";

/**
 * Puts a product into the trash: out of every list and not for sale, its orders untouched. Changing its status brings it back.
 * @throws Refusal 404 for one that does not exist, 410 for one that is there already
 */
export async function trashProduct(tx: Tx, id: number, now: Date): Promise<void> {
  await lockCatalog(tx);
  const product = await tx.one<{ status: string }>(sql`select status from product where id = ${id}`);
  if (!product) throw productRefusals.unknown();
  if (product.status === "trash") throw productRefusals.trashed();
  await writeProduct(tx, { id, change: { status: "trash" } }, now);
}

/**
 * Deletes a product for good, with its variations and pieces; orders keep their own copy of what was bought.
 * @throws Refusal 404 for one that does not exist
 */
export async function deleteProduct(tx: Tx, id: number): Promise<void> {
  await lockCatalog(tx);
  const own = sql`select stock_id id from product where id = ${id} union select stock_id from variation where product_id = ${id}`;
  // as firmly as they are deleted, and before all else: orders whose lines refer to them come first, without a circle in which
  // each waits for the other, unless they take several pieces of it in another order
  await tx.all(sql`select id from stock where id in (${own}) order by id for update`);
  await tx.run(sql`select lock_catalogue(array[${id}::integer])`);
  // there may be one more by now
  const stocks = await tx.all<{ id: number }>(own);
  if ((await tx.run(sql`delete from product where id = ${id}`)) === 0) throw productRefusals.unknown();
  await tx.run(sql`delete from stock where id = any(${stocks.map((stock) => stock.id)}::integer[])`);
}
