import { sql } from "#shop/kernel/db/database.ts";

/** Measures of variation `v` if set, else of product `p`: grams and millimetres. */
export const parcelOf = sql`
  coalesce((v.extra ->> 'weight_g')::float8, p.weight_g::float8) "weightG",
  coalesce((v.extra ->> 'length_mm')::integer, p.length_mm) "lengthMm",
  coalesce((v.extra ->> 'width_mm')::integer, p.width_mm) "widthMm",
  coalesce((v.extra ->> 'height_mm')::integer, p.height_mm) "heightMm"`;

/** Whether variation `v` has a term for every variation attribute of its product; true without a variation. */
export const isComplete = sql`not exists (
  select from product_option po where po.product_id = v.product_id and not exists (
    select from variation_option vo where vo.variation_id = v.id and vo.attribute_id = po.attribute_id))`;
