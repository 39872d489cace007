import type { ProductCard } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import { cardsByIds, cardsOf } from "#shop/catalog/index.ts";
import { type Db, type Reader, sql } from "#shop/kernel/db/database.ts";

/** A customer's wishlist, newest first; products that are not published are hidden. */
export const findWishes = (db: Reader, customerId: number, lang: Language): Promise<ProductCard[]> =>
  cardsOf(
    db,
    sql`select product_id id, row_number() over (order by added_at desc, product_id desc) place
        from wishlist_item where customer_id = ${customerId}`,
    lang,
  );

/** Idempotent. @returns the product's card, or undefined if it is unknown or not published */
export async function addWish(
  db: Db,
  customerId: number,
  productId: number,
  { lang, now }: { lang: Language; now: Date },
): Promise<ProductCard | undefined> {
  const [card] = await cardsByIds(db, [productId], lang);
  if (card) {
    await db.write(sql`
      insert into wishlist_item (customer_id, product_id, added_at)
      select ${customerId}, id, ${now} from product where id = ${productId} on conflict do nothing`);
  }
  return card;
}

/** Removes a product from the wishlist; a missing one is no error. @returns the product's card, if it is published */
export async function removeWish(
  db: Db,
  customerId: number,
  productId: number,
  lang: Language,
): Promise<ProductCard | undefined> {
  await db.write(sql`delete from wishlist_item where customer_id = ${customerId} and product_id = ${productId}`);
  const [card] = await cardsByIds(db, [productId], lang);
  return card;
}
