import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";

/**
 * Locks the products that tell of an attribute or are chosen by it, before the attribute itself: the order that other
 * writers keep.
 */
export async function lockDescribed(tx: Tx, attributeId: number): Promise<void> {
  await lockCatalog(tx);
  await tx.run(sql`
    select lock_products(array(
      select product_id from product_option where attribute_id = ${attributeId}
      union select product_id from product_attribute where attribute_id = ${attributeId}
      union select product_id from product_term where term_id in (select id from term where attribute_id = ${attributeId})
      union select v.product_id from variation_option o join variation v on v.id = o.variation_id
      where o.attribute_id = ${attributeId}))`);
}

/**
 * Takes an attribute away with its terms: products no longer tell of it, and are no longer chosen by it. Their variations
 * stay, as in WooCommerce, with the choices that are left; carts and orders are not touched.
 */
export async function removeAttribute(tx: Tx, attributeId: number): Promise<void> {
  await tx.run(sql`delete from variation_option where attribute_id = ${attributeId}`);
  await tx.run(sql`delete from product_option where attribute_id = ${attributeId}`);
  await tx.run(sql`delete from product_attribute where attribute_id = ${attributeId}`);
  await tx.run(
    sql`delete from product_term where term_id in (select id from term where attribute_id = ${attributeId})`,
  );
  await tx.run(sql`delete from attribute where id = ${attributeId}`);
}

/**
 * Takes one term away. A variation that was chosen by it stays and leaves that choice open, so that it cannot be bought
 * until it is given another; in WooCommerce it can no longer be chosen either.
 */
export async function removeTerm(tx: Tx, termId: number): Promise<void> {
  await tx.run(sql`delete from variation_option where term_id = ${termId}`);
  await tx.run(sql`delete from product_option_term where term_id = ${termId}`);
  await tx.run(sql`delete from product_term where term_id = ${termId}`);
  await tx.run(sql`delete from term where id = ${termId}`);
}
