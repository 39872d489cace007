import { type Reader, sql } from "#shop/kernel/db/database.ts";

/** Metadata of a product or variation that is made to order: working days that making it takes. */
export const makingDaysKey = "_making_days";

/** longer times are a mistake */
const maxMakingDays = 180;

/** A product, with its variation if it has some. */
interface MadeItem {
  productId: number;
  variationId: number | null;
}

/**
 * Days that making the slowest of the items takes, by the variation's metadata, else the product's; 0 for items in stock.
 */
export async function makingDaysOf(reader: Reader, items: readonly MadeItem[]): Promise<number> {
  if (items.length === 0) return 0;
  const row = await reader.one<{ days: number }>(sql`
    select coalesce(max(least(days::integer, ${maxMakingDays}::integer)), 0) days from (
      select coalesce(
        (select m ->> 'value' from jsonb_array_elements(v.meta_data) m where m ->> 'key' = ${makingDaysKey} limit 1),
        (select m ->> 'value' from jsonb_array_elements(p.meta_data) m where m ->> 'key' = ${makingDaysKey} limit 1)) days
      from unnest(${items.map(({ productId }) => productId)}::integer[],
        ${items.map(({ variationId }) => variationId)}::integer[]) w (product_id, variation_id)
        join product p on p.id = w.product_id left join variation v on v.id = w.variation_id and v.product_id = p.id) made
    where days ~ '^[0-9]{1,4}$'`);
  return row?.days ?? 0;
}
