import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { defaultCategoryId } from "./default-category.ts";
import type { StoredCategory } from "./write-category.ts";

/**
 * Deletes a locked category. As in WooCommerce, products without another category move to the default one, and child
 * categories move up.
 */
export async function removeCategory(tx: Tx, { id, parentId }: StoredCategory): Promise<void> {
  const fallback = await defaultCategoryId(tx);
  await tx.run(sql`
    insert into product_category (product_id, category_id, position)
    select product_id, ${fallback}, 0 from product_category c where category_id = ${id}
      and not exists (select from product_category o where o.product_id = c.product_id and o.category_id <> ${id})`);
  await tx.run(sql`delete from product_category where category_id = ${id}`);
  await tx.run(sql`update category set parent_id = ${parentId}::integer where parent_id = ${id}`);
  await tx.run(sql`delete from category where id = ${id}`);
}
