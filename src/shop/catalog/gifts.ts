import type { Category } from "#contract/catalog.ts";
import type { Dong } from "#contract/money.ts";
import type { Language, Translated } from "#contract/language.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { pictureJson, pictureOf, type StoredPicture } from "./stored-picture.ts";

/** A free gift that is in force. */
export interface StoredGift {
  slug: string;
  name: Translated;
  picture: StoredPicture;
  /** units for each unit of the product; with a minimum amount for the order */
  quantity: number;
  /** đồng that an order must have; null: no minimum */
  minAmount: Dong | null;
}

export type Gift = NonNullable<Category["gift"]>;

const storedGift = sql`jsonb_build_object('slug', g.slug, 'name', g.name, 'quantity', g.quantity, 'minAmount', g.min_amount,
  'picture', ${pictureJson(sql`gi`, sql`g.name`)})`;

/** Condition on `gift g`: it is given with every order, at any time: the usual gift of its categories. */
export const isUsual: Sql = sql`g.min_amount is null and g.starts_on is null and g.ends_on is null`;

/**
 * jsonb of the gifts in force of product `p`, the first one that applies is given: those with conditions before the usual ones, then its
 * own, then those of its categories, then those of everything.
 */
export const giftsJson = sql`coalesce((
  select jsonb_agg(${storedGift} order by ${isUsual}, m.rank, g.min_amount desc nulls last, m.position, m.category_id, g.slug)
  from (
    select p.gift_slug slug, 0 rank, 0 position, 0 category_id
    union all
    select gc.gift_slug, 1, pc.position, c.id
    from product_category pc join category c on c.id = pc.category_id join gift_category gc on gc.category_id = c.id
    where pc.product_id = p.id and c.kind <> 'hidden'
    union all
    select slug, 2, 0, 0 from gift where everywhere) m
  join gift g on g.slug = m.slug and g.in_force join picture gi on gi.id = g.picture_id), '[]')`;

/** jsonb of the usual gift of category `c`; null without one. */
export const usualGiftJson = sql`(
  select ${storedGift} from gift_category gc join gift g on g.slug = gc.gift_slug join picture gi on gi.id = g.picture_id
  where gc.category_id = c.id and ${isUsual} order by g.slug limit 1)`;

/** The gift of a product in an order of any amount. */
export const certainGift = (gifts: readonly StoredGift[]): StoredGift | null =>
  gifts.find(({ minAmount }) => minAmount === null) ?? null;

export const giftOf = (gift: StoredGift | null, lang: Language, origin = ""): Gift | null =>
  gift && { slug: gift.slug, name: gift.name[lang], image: pictureOf(gift.picture, lang, origin) };

/** Condition on a row of `gift`: a day in Vietnam is within its dates. */
export const isWithinDates = (now: Date): Sql => sql`
  (${now}::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date
    between coalesce(starts_on, '-infinity') and coalesce(ends_on, 'infinity')`;
