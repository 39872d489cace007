import type { MergeTerms, TermMerge } from "#contract/backoffice/taxonomies.ts";
import type { Language, Translated } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError, invalidParam } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockCatalog } from "../../lock-catalog.ts";
import { removeTerm } from "../remove-attribute.ts";

/** Products and variations that the result names. */
const maxNamed = 200;

interface TermPair {
  attributeId: number;
  from: number;
  into: number;
}

/** @throws HttpError 400 naming the term that does not exist, or belongs to another attribute */
async function findPair(reader: Reader, { from, into }: MergeTerms, lang: Language): Promise<TermPair> {
  const terms = await reader.all<{ id: number; attributeId: number }>(sql`
    select t.id, t.attribute_id "attributeId" from term t join attribute a on a.id = t.attribute_id
    where t.id in (${from}, ${into}) and a.product_id is null`);
  const [merged, remaining] = [from, into].map((id) => terms.find((term) => term.id === id));
  if (!merged) throw invalidParam("from", t(lang, "taxonomy_errors.unknown_term"));
  if (!remaining) throw invalidParam("into", t(lang, "taxonomy_errors.unknown_term"));
  if (from === into) throw invalidParam("into", t(lang, "taxonomy_errors.same_term"));
  if (merged.attributeId !== remaining.attributeId)
    throw invalidParam("into", t(lang, "taxonomy_errors.other_attribute"));
  return { attributeId: merged.attributeId, from, into };
}

/** Pairs of variations that differ in nothing but the two terms. */
const findEqual = (reader: Reader, { attributeId, from, into }: TermPair) =>
  reader.all<{ productId: number; name: Translated; first: number; second: number }>(sql`
    with choice as (
      select v.id, v.product_id, vo.term_id, array(
        select o.term_id from variation_option o where o.variation_id = v.id and o.attribute_id <> ${attributeId}
        order by o.term_id) others
      from variation_option vo join variation v on v.id = vo.variation_id
      where vo.attribute_id = ${attributeId} and vo.term_id in (${from}, ${into}) and v.status <> 'trash')
    select p.id "productId", p.name, a.id "first", b.id "second"
    from choice a join choice b on b.product_id = a.product_id and b.others = a.others and b.term_id = ${into}
      join product p on p.id = a.product_id
    where a.term_id = ${from} order by p.id, a.id limit ${maxNamed}`);

const nameVariations = (reader: Reader, ids: readonly number[], lang: Language) =>
  reader.all<{ id: number; option: string; sku: string }>(sql`
    select v.id, coalesce(v.sku, '') sku, coalesce((
      select string_agg(t.name ->> ${lang}::text, ', ' order by po.position, t.id)
      from variation_option vo join term t on t.id = vo.term_id
        left join product_option po on po.product_id = v.product_id and po.attribute_id = vo.attribute_id
      where vo.variation_id = v.id), '') "option"
    from variation v where v.id = any(${ids}::integer[])`);

async function equalVariations(reader: Reader, pair: TermPair, lang: Language): Promise<TermMerge["equal"]> {
  const pairs = await findEqual(reader, pair);
  const named = await nameVariations(
    reader,
    pairs.flatMap(({ first, second }) => [first, second]),
    lang,
  );
  return pairs.map(({ productId, name, first, second }) => ({
    product: { id: productId, name: name[lang] },
    variations: named.filter(({ id }) => id === first || id === second),
  }));
}

/** What a merge of two terms moves, and what prevents it. */
async function planMerge(reader: Reader, pair: TermPair, lang: Language): Promise<TermMerge> {
  const { from, into } = pair;
  const counts = await reader.one<{ products: number; variations: number }>(sql`
    select (select count(distinct product_id) from product_any_term where term_id = ${from})::integer products,
      (select count(*) from variation_option where term_id = ${from})::integer variations`);
  const both = await reader.all<{ id: number; name: Translated }>(sql`
    select id, name from product where id in (select product_id from product_any_term where term_id = ${from})
      and id in (select product_id from product_any_term where term_id = ${into}) order by id limit ${maxNamed}`);
  return {
    merged: false,
    products: counts?.products ?? 0,
    variations: counts?.variations ?? 0,
    both: both.map(({ id, name }) => ({ id, name: name[lang] })),
    equal: await equalVariations(reader, pair, lang),
  };
}

/** Where both terms were selected, the remaining one takes the earlier place: the first option is the default. */
async function moveTerm(tx: Tx, { attributeId, from, into }: TermPair): Promise<void> {
  await tx.run(sql`
    insert into product_term as target (product_id, term_id, position)
    select product_id, ${into}, position from product_term where term_id = ${from}
    on conflict (product_id, term_id) do update set position = excluded.position where target.position > excluded.position`);
  await tx.run(sql`
    insert into product_option_term as target (product_id, attribute_id, term_id, position)
    select product_id, ${attributeId}, ${into}, position from product_option_term where term_id = ${from}
    on conflict (product_id, term_id) do update set position = excluded.position where target.position > excluded.position`);
  await tx.run(sql`update variation_option set term_id = ${into} where term_id = ${from}`);
  await removeTerm(tx, from);
}

/**
 * Merges a term into another one of its attribute: products and variations that have the first get the second, and the first is deleted.
 * Orders and carts are not touched.
 * @throws HttpError 400 for terms that cannot be merged; 409 `lianne_equal_variations` with the variations that would be equal
 */
export async function mergeTerms(tx: Tx, input: MergeTerms, lang: Language): Promise<TermMerge> {
  const pair = await findPair(tx, input, lang);
  await lockCatalog(tx);
  await tx.run(sql`
    select lock_products(array(select product_id from product_any_term where term_id in (${pair.from}, ${pair.into})
      union select v.product_id from variation_option o join variation v on v.id = o.variation_id
      where o.term_id in (${pair.from}, ${pair.into})))`);
  // once more: another merge may have deleted one of them in the meantime
  await findPair(tx, input, lang);
  const plan = await planMerge(tx, pair, lang);
  if (plan.equal.length > 0) {
    const names = [...new Set(plan.equal.map(({ product }) => product.name))].slice(0, 3).join(", ");
    throw new HttpError(409, "lianne_equal_variations", t(lang, "taxonomy_errors.equal_variations", { names }), {
      extra: { equal: plan.equal },
    });
  }
  await moveTerm(tx, pair);
  return { ...plan, merged: true };
}

/** What {@link mergeTerms} would do. */
export const previewMerge = async (reader: Reader, input: MergeTerms, lang: Language): Promise<TermMerge> =>
  planMerge(reader, await findPair(reader, input, lang), lang);
