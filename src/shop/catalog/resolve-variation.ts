import { json, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";

/**
 * A subquery of the `id` of each published variation that matches a shopper's selection, at most two: two mean that the
 * selection is ambiguous.
 * @param attributes a JSON document: attribute slug ("pa_size", or "size"; a product's own attribute has only "size")
 *   to a term's stored value, slug or name in either language
 */
export const variationsNamed = (productId: Sql, attributes: Sql): Sql => sql`
  select v.id from variation v
  where v.product_id = ${productId} and v.status = 'publish' and not exists (
    select from (
      select regexp_replace(key, '^(attribute_)?(pa_)?', '') slug, value choice from jsonb_each_text(${attributes})) c
    where not exists (
      select from variation_option vo join attribute a on a.id = vo.attribute_id join term t on t.id = vo.term_id
      where vo.variation_id = v.id and a.slug in (c.slug, 'pa_' || c.slug)
        and c.choice in (t.value, t.slug, t.name ->> 'vi', t.name ->> 'en')))
  limit 2`;

/**
 * Finds the published variation that a shopper's selection matches, see {@link variationsNamed}.
 * @returns its id, or null if none or several match
 */
export async function resolveVariation(
  reader: Reader,
  productId: number,
  attributes: Readonly<Record<string, string>>,
): Promise<number | null> {
  const rows = await reader.all<{ id: number }>(
    variationsNamed(sql`${productId}::integer`, sql`${json(attributes)}::jsonb`),
  );
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}
