import type { Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import type { ProductSpecifications } from "#contract/woo/specifications.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import { placeOf } from "../storage-places.ts";
import type { EnglishMarks } from "./english-marks.ts";

/**
 * WooCommerce fields that the shop only stores and returns, under their JSON names; those never written are left out.
 */
export interface ProductExtra {
  virtual: boolean;
  sold_individually: boolean;
  reviews_allowed: boolean;
  low_stock_amount: number | null;
  upsell_ids: number[];
  cross_sell_ids: number[];
  tax_status: "taxable" | "shipping" | "none";
  tax_class: string;
  global_unique_id: string;
  purchase_note: Translated;
  /** not of WooCommerce: ids of the attributes whose first option is the default; if absent, all attributes */
  default_of: number[];
  /** not of WooCommerce, for the following too */
  specifications: ProductSpecifications | null;
  seo_title: Translated;
  seo_description: Translated;
  /** the English texts that are older than the Vietnamese ones, and those confirmed as they are */
  english: EnglishMarks;
}

/** An attribute of one product. Terms are in the product's order; the first term of a variation attribute is the default. */
export interface ProductAttribute {
  id: number;
  position: number;
  visible: boolean;
  variation: boolean;
  termIds: number[];
}

/** Weight and size of the parcel that a product or variation needs. */
export interface ProductMeasures {
  weightG: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
}

/** What is stored in the row of a product and in that of its stock, and is the same in both languages. */
export interface StoredProduct extends ProductMeasures {
  id: number;
  quantity: number;
  sku: string | null;
  slug: string;
  type: "simple" | "variable";
  status: "draft" | "pending" | "private" | "publish" | "future" | "trash";
  catalogVisibility: "visible" | "catalog" | "search" | "hidden";
  regularPrice: Dong | null;
  /** in force; maintained by the database */
  salePrice: Dong | null;
  /** set by the merchant, in force between the dates and while it is below the regular price */
  saleWanted: Dong | null;
  saleFrom: Date | null;
  saleTo: Date | null;
  featured: boolean;
  menuOrder: number;
  careGroup: "silver" | "vermeil" | "pearl" | "delicate_stone" | null;
  adjustable: boolean;
  /** the product's own gift, which overrides its category's */
  giftSlug: string | null;
  createdAt: Date;
  extra: Partial<ProductExtra>;
  /** what the merchant pays for one unit */
  cost: Dong | null;
}

/** The columns of {@link StoredProduct}, of product `p` and stock `s`. */
export const storedColumns: Sql = sql`
  p.id, s.quantity, p.sku, p.slug, p.type, p.status, p.catalog_visibility "catalogVisibility", p.regular_price "regularPrice",
  p.sale_price "salePrice", p.scheduled_sale_price "saleWanted", p.sale_from "saleFrom", p.sale_to "saleTo", p.featured,
  p.menu_order "menuOrder", p.care_group "careGroup", p.adjustable, p.gift_slug "giftSlug", p.created_at "createdAt", p.extra, p.cost,
  p.weight_g::float8 "weightG", p.length_mm "lengthMm", p.width_mm "widthMm", p.height_mm "heightMm"`;

/** A complete product, to be changed. */
export interface ProductState extends StoredProduct {
  stockId: number;
  /** false for unmanaged stock: in stock (1) or out of stock (0) */
  managed: boolean;
  name: Translated;
  shortDescription: Translated;
  description: Translated;
  meta: StoredMeta[];
  categoryIds: number[];
  tagIds: number[];
  /** `confirmed`: the text is no proposal */
  pictures: { id: number; alt: Translated; confirmed: boolean }[];
  attributes: ProductAttribute[];
  /** where its stock is stored: tray, drawer; "" for unknown */
  place: string;
}

type PlacedAttribute = Omit<ProductAttribute, "position"> & { position: number | null };
type ProductStateRow = Omit<ProductState, "attributes"> & { attributes: PlacedAttribute[] };

/** Attributes without a position are placed by their index. */
const withPosition = (attribute: PlacedAttribute, index: number): ProductAttribute => ({
  ...attribute,
  position: attribute.position ?? index,
});

/** Reads complete products. @returns by id; unknown ids are left out */
export async function readProducts(reader: Reader, ids: readonly number[]): Promise<Map<number, ProductState>> {
  const rows = await reader.all<ProductStateRow>(sql`
    select ${storedColumns}, p.stock_id "stockId", s.managed, p.name, p.short_description "shortDescription", p.description,
      p.meta_data meta, ${placeOf(sql`p.stock_id`)} place,
      array(select category_id from product_category where product_id = p.id order by position, category_id) "categoryIds",
      array(select tag_id from product_tag where product_id = p.id order by tag_id) "tagIds",
      coalesce((select jsonb_agg(jsonb_build_object('id', picture_id, 'alt', alt, 'confirmed', alt_confirmed) order by position)
        from product_picture where product_id = p.id), '[]') pictures,
      coalesce((select jsonb_agg(jsonb_build_object('id', a.attribute_id, 'position', pa.position, 'variation', a.variation,
          'visible', coalesce(pa.visible, true), 'termIds', a.terms)
          order by coalesce(pa.position, 1000), a.variation, a.place, a.attribute_id)
        from (${attributesOf(sql`t.id`)}) a
          left join product_attribute pa on pa.product_id = p.id and pa.attribute_id = a.attribute_id), '[]') attributes
    from product p join stock s on s.id = p.stock_id where p.id = any(${ids}::integer[])`);
  return new Map(rows.map((row) => [row.id, { ...row, attributes: row.attributes.map(withPosition) }]));
}

/** {@link readProducts}, locked together with their variations and stock. */
export async function lockProducts(tx: Tx, ids: readonly number[]): Promise<Map<number, ProductState>> {
  if (ids.length === 0) return new Map();
  await tx.run(sql`select lock_catalog_rows(${ids}::integer[])`);
  return readProducts(tx, ids);
}

/**
 * Rows of the attributes of product `p`, descriptive ones and those for variations, with their terms.
 * @param term an expression of term `t`: its id or its name
 */
export const attributesOf = (term: Sql): Sql => sql`
  select t.attribute_id, false variation, min(pt.position) place, jsonb_agg(${term} order by pt.position, t.id) terms
  from product_term pt join term t on t.id = pt.term_id where pt.product_id = p.id group by t.attribute_id
  union all
  select po.attribute_id, true, po.position, coalesce((
    select jsonb_agg(${term} order by pot.position, t.id)
    from product_option_term pot join term t on t.id = pot.term_id
    where pot.product_id = p.id and pot.attribute_id = po.attribute_id), '[]')
  from product_option po where po.product_id = p.id`;
