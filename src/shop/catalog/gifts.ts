import type { Category } from "#contract/catalog.ts";
import type { Language, Translated } from "#contract/language.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { pictureJson, pictureOf, type StoredPicture } from "./stored-picture.ts";

/** The free gift that comes in a product's gift box. */
export interface StoredGift {
  slug: string;
  name: Translated;
  picture: StoredPicture;
}

export type Gift = NonNullable<Category["gift"]>;

/** jsonb of the gift of product `p`: its own, else that of its first category that has one; null without a gift. */
export const giftJson = sql`(
  select jsonb_build_object('slug', g.slug, 'name', g.name, 'picture', ${pictureJson(sql`gi`, sql`g.name`)})
  from gift g join picture gi on gi.id = g.picture_id
  where g.slug = coalesce(p.gift_slug, (
    select c.gift_slug from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = p.id and c.gift_slug is not null and c.kind <> 'hidden' order by pc.position, c.id limit 1)))`;

export const giftOf = (gift: StoredGift | null, lang: Language, origin = ""): Gift | null =>
  gift && { slug: gift.slug, name: gift.name[lang], image: pictureOf(gift.picture, lang, origin) };
