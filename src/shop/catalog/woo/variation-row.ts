import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "../../kernel/database.ts";
import { pictureJson, type StoredPicture } from "../stored-picture.ts";

/** A variation with all that `wc/v3` says of it, in one language. */
export interface VariationRow {
  id: number;
  productId: number;
  productSlug: string;
  productStatus: string;
  sku: string | null;
  status: string;
  price: number;
  regularPrice: number;
  salePrice: number | null;
  quantity: number;
  /** its pieces are its own, not the product's */
  ownStock: boolean;
  picture: StoredPicture | null;
  menuOrder: number;
  createdAt: Date;
  modifiedAt: Date;
  weightG: number | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  attributes: { id: number; name: string; slug: string; option: string; value: string }[];
}

/** Every variation of one product, in its own order. The storefront is given published ones of a published product. */
export const findVariationRows = (
  reader: Reader,
  productId: number,
  { lang, merchant }: { lang: Language; merchant: boolean },
): Promise<VariationRow[]> =>
  reader.all<VariationRow>(sql`
    select v.id, p.id "productId", p.slug "productSlug", p.status "productStatus", v.sku, v.status, v.price,
      v.regular_price "regularPrice", v.sale_price "salePrice", s.quantity, v.stock_id <> p.stock_id "ownStock",
      (select ${pictureJson(sql`i`, sql`p.name`)} from picture i where i.id = v.picture_id) picture,
      v.menu_order "menuOrder", v.created_at "createdAt", v.modified_at "modifiedAt",
      p.weight_g::float8 "weightG", p.length_mm "lengthMm", p.width_mm "widthMm", p.height_mm "heightMm",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name ->> ${lang}::text, 'slug', a.slug,
          'option', t.name ->> ${lang}::text, 'value', t.value) order by po.position, a.id)
        from variation_option vo join attribute a on a.id = vo.attribute_id join term t on t.id = vo.term_id
          left join product_option po on po.product_id = p.id and po.attribute_id = vo.attribute_id
        where vo.variation_id = v.id), '[]') attributes
    from product p join variation v on v.product_id = p.id join stock s on s.id = v.stock_id
    where p.id = ${productId} and (${merchant} or (p.status = 'publish' and v.status = 'publish'))
    order by v.menu_order, v.id`);
