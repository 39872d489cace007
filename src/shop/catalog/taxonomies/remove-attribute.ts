import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { lockCatalog } from "../lock-catalog.ts";

/** Locks the products that use an attribute, before the attribute itself: the lock order of the other writers. */
export async function lockAttributeProducts(tx: Tx, attributeId: number): Promise<void> {
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
 * Deletes an attribute with its terms from all products. As in WooCommerce their variations stay, with the remaining
 * options; carts and orders are not touched.
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
 * Deletes one term. A variation that used it stays without that option, so that it cannot be bought until it gets
 * another; in WooCommerce it can no longer be selected either.
 */
export async function removeTerm(tx: Tx, termId: number): Promise<void> {
  await tx.run(sql`delete from variation_option where term_id = ${termId}`);
  await tx.run(sql`delete from product_option_term where term_id = ${termId}`);
  await tx.run(sql`delete from product_term where term_id = ${termId}`);
  await tx.run(sql`delete from term where id = ${termId}`);
}
