import type { Language, Translated } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import type { ProductMeasures } from "../products/product-state.ts";
import { makingDaysSql } from "../making-days.ts";
import { placeOf } from "../storage-places.ts";
import { pictureJson, type StoredPicture } from "../stored-picture.ts";
import { isComplete, parcelOf } from "../variation-parts.ts";
import type { PassthroughRow, SaleRow } from "./fields.ts";

/** A variation with everything that `wc/v3` returns, in one language. */
export interface VariationRow extends SaleRow, ProductMeasures, PassthroughRow {
  id: number;
  productId: number;
  productSlug: string;
  productName: string;
  productStatus: string;
  sku: string | null;
  status: string;
  description: Translated;
  /** null without a price: it cannot be bought, and is not sent to the storefront */
  price: Dong | null;
  regularPrice: Dong | null;
  salePrice: Dong | null;
  quantity: number;
  /** false for unmanaged stock: in stock (1) or out of stock (0) */
  managed: boolean;
  /** it has stock of its own, not the product's */
  ownStock: boolean;
  /** the first variation with the same stock, if it is another one; else 0 */
  sharesStockWith: number;
  place: string;
  /** working days that making it takes, its own or the product's; 0 for what is in stock */
  makingDays: number;
  cost: Dong | null;
  costIsAdditive: boolean;
  productCost: Dong | null;
  picture: StoredPicture | null;
  menuOrder: number;
  createdAt: Date;
  modifiedAt: Date;
  /** it has an option for every variation attribute of the product: an incomplete one is shown but not sold */
  complete: boolean;
  /** a product's own attribute has the id 0 */
  attributes: { id: number; name: string; slug: string; option: string; value: string }[];
}

/** Whether a sale price is in force. */
export const isReduced = ({ salePrice, regularPrice }: VariationRow): boolean =>
  salePrice !== null && regularPrice !== null && salePrice < regularPrice;

interface VariationReadQuery {
  lang: Language;
  merchant: boolean;
}

/**
 * Every variation of one product, in its own order. The storefront gets published ones with a price, of a published
 * product.
 */
export const findVariationRows = (
  reader: Reader,
  productId: number,
  query: VariationReadQuery,
): Promise<VariationRow[]> => variationRows(reader, sql`p.id = ${productId}`, query);

/** Variations of any products. @param which a condition on a row `v` of variation */
export const variationRows = (
  reader: Reader,
  which: Sql,
  { lang, merchant }: VariationReadQuery,
): Promise<VariationRow[]> =>
  reader.all<VariationRow>(sql`
    select v.id, p.id "productId", p.slug "productSlug", p.name ->> ${lang}::text "productName", p.status "productStatus", v.sku, v.status, v.price,
      v.regular_price "regularPrice", v.sale_price "salePrice", s.quantity, s.managed,
      v.scheduled_sale_price "saleWanted", v.sale_from "saleFrom", v.sale_to "saleTo", v.meta_data "metaData", v.extra,
      v.description, v.stock_id <> p.stock_id "ownStock", v.cost, v.cost_is_additive "costIsAdditive", p.cost "productCost",
      ${merchant ? placeOf(sql`v.stock_id`) : sql`''`} place,
      coalesce(${makingDaysSql(sql`v`)}, ${makingDaysSql(sql`p`)}, 0) "makingDays",
      coalesce((select nullif(min(o.id), v.id) from variation o
        where o.product_id = p.id and o.stock_id = v.stock_id and v.stock_id <> p.stock_id), 0) "sharesStockWith",
      (select ${pictureJson(sql`i`, sql`coalesce(v.extra -> 'image_alt', p.name)`)} from picture i where i.id = v.picture_id) picture,
      v.menu_order "menuOrder", v.created_at "createdAt", v.modified_at "modifiedAt",
      ${parcelOf}, ${isComplete} complete,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', case when a.product_id is null then a.id else 0 end, 'name', a.name ->> ${lang}::text, 'slug', a.slug,
          'option', t.name ->> ${lang}::text, 'value', t.value) order by po.position, a.id)
        from variation_option vo join attribute a on a.id = vo.attribute_id join term t on t.id = vo.term_id
          left join product_option po on po.product_id = p.id and po.attribute_id = vo.attribute_id
        where vo.variation_id = v.id), '[]') attributes
    from product p join variation v on v.product_id = p.id join stock s on s.id = v.stock_id
    where ${which} and (${merchant} or (p.status = 'publish' and v.status = 'publish' and v.price is not null))
    order by v.menu_order, v.id`);
