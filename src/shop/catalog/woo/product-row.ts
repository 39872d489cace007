import { placeOf } from "../storage-places.ts";
import type { CategoryRef } from "#contract/catalog.ts";
import type { Language, Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { categoriesJson, picturesJson, proposedAltsJson } from "../cards.ts";
import { giftsJson, type StoredGift } from "../gifts.ts";
import { makingDaysSql } from "../making-days.ts";
import { attributesOf, type StoredProduct, storedColumns } from "../products/product-state.ts";
import type { StoredPicture } from "../stored-picture.ts";
import type { PassthroughRow } from "./fields.ts";

/** A product with everything that `wc/v3` returns, in one language. */
export interface ProductRow extends StoredProduct, Pick<PassthroughRow, "metaData"> {
  version: string;
  name: string;
  shortDescription: string;
  description: string;
  /** null without a price; then the lowest and the highest are 0 */
  price: Dong | null;
  minPrice: Dong;
  maxPrice: Dong;
  onSale: boolean;
  inStock: boolean;
  /**
   * whether the quantity is the product's: its stock is managed, and it is simple, or its variations, if any, share it
   */
  managesStock: boolean;
  totalSales: number;
  modifiedAt: Date;
  pictures: StoredPicture[];
  categories: CategoryRef[];
  tags: CategoryRef[];
  /** in the merchant's order, else descriptive ones first; a product's own attribute has the id 0 */
  attributes: {
    id: number;
    /** id of its row, also if it is the product's own */
    key: number;
    name: string;
    slug: string;
    /** null if the merchant has not set one */
    position: number | null;
    visible: boolean;
    variation: boolean;
    options: string[];
  }[];
  /** for merchants; null for other callers */
  texts: Record<"name" | "description" | "short_description", Translated> | null;
  /** ids of pictures whose alternative text is not confirmed */
  proposedAlts: number[];
  place: string;
  /** working days that making it takes; 0 for what is in stock */
  makingDays: number;
  variations: number[];
  related: number[];
  gifts: StoredGift[];
}

const attributesJson = (lang: Language): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', case when a.product_id is null then a.id else 0 end, 'key', a.id,
    'name', a.name ->> ${lang}::text, 'slug', a.slug, 'position', pa.position, 'visible', coalesce(pa.visible, true),
    'variation', m.variation, 'options', m.terms) order by pa.position, m.variation, m.place, a.id)
  from (${attributesOf(sql`t.name ->> ${lang}::text`)}) m join attribute a on a.id = m.attribute_id
    left join product_attribute pa on pa.product_id = p.id and pa.attribute_id = a.id), '[]')`;

const textsJson = sql`
  jsonb_build_object('name', p.name, 'description', p.description, 'short_description', p.short_description)`;

const tagsJson = (lang: Language): Sql => sql`coalesce((
  select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name ->> ${lang}::text, 'slug', t.slug) order by t.id)
  from product_tag pt join tag t on t.id = pt.tag_id where pt.product_id = p.id), '[]')`;

/** The best-selling other products of its first category. */
const relatedJson = sql`array(
  select l.product_id from listing l
  where l.product_id <> p.id and l.category_id = (
    select pc.category_id from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = p.id and c.kind <> 'hidden' order by pc.position, c.id limit 1)
  order by l.total_sales desc, l.product_id desc limit 5)`;

/** Version of row `p` with its stock `s`: PostgreSQL's xmin of both. */
const rowVersion = sql`p.xmin::text || '-' || s.xmin::text`;

/** Version of a product `p` with its stock `s`: it also changes when the related products change with their sales. */
export const versionOf = sql`${rowVersion} || '-' || array_to_string(${relatedJson}, ',')`;
export const versionIn = ({ version, related }: ProductRow): string => `${version}-${related.join(",")}`;

/**
 * @param page a subquery of `id` and `place` @param merchant whether to include variations that are not published, or
 *   have no price
 */
export const findProductRows = (
  reader: Reader,
  page: Sql,
  { lang, merchant }: { lang: Language; merchant: boolean },
): Promise<ProductRow[]> =>
  reader.all<ProductRow>(sql`
    select ${storedColumns}, ${rowVersion} version, p.name ->> ${lang}::text name,
      p.short_description ->> ${lang}::text "shortDescription", p.description ->> ${lang}::text description,
      p.price, p.min_price "minPrice", p.max_price "maxPrice", p.on_sale "onSale", p.in_stock "inStock", p.meta_data "metaData",
      coalesce(${makingDaysSql(sql`p`)}, 0) "makingDays",
      s.managed and (p.type = 'simple'
        or exists (select from variation v where v.product_id = p.id and v.stock_id = p.stock_id)
        or not exists (select from variation v where v.product_id = p.id)) "managesStock",
      p.total_sales "totalSales", p.modified_at "modifiedAt",
      ${picturesJson} pictures, ${categoriesJson(lang, merchant)} categories, ${attributesJson(lang)} attributes,
      ${tagsJson(lang)} tags, ${merchant ? textsJson : sql`null::jsonb`} texts, ${proposedAltsJson} "proposedAlts",
      ${merchant ? placeOf(sql`p.stock_id`) : sql`''`} place,
      array(select v.id from variation v where v.product_id = p.id
              and case when ${merchant} then v.status <> 'trash' else v.status = 'publish' and v.price is not null end
            order by v.menu_order, v.id) variations,
      ${relatedJson} related, ${giftsJson} gifts
    from (${page}) page join product p on p.id = page.id join stock s on s.id = p.stock_id
    order by page.place`);
