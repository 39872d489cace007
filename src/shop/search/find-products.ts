import type { Language } from "#contract/language.ts";
import { cardVersions } from "#shop/catalog/index.ts";
import { join, type Reader, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { type Version, versionsIn } from "#shop/kernel/cache/fragment-cache.ts";
import type { TaggedCache } from "#shop/kernel/cache/tagged-cache.ts";
import { inlineLimit, opaqueParam } from "#shop/kernel/db/prepared-statements.ts";
import { giftKeyword } from "./gift-words.ts";
import { hitsOf, emptyBitmap, segmentsOf } from "./hits.ts";
import { type Word, withTypoVariants, wordsOf } from "./words.ts";

export interface Found {
  /** products of the page, in their order */
  products: Version[];
  total: number;
}

export interface Search {
  keyword: string;
  lang: Language;
  page: number;
  perPage: number;
  /** the order that the shopper chose; by relevance without it */
  sort?: { by: "popularity" | "price"; descending: boolean } | undefined;
}

/** What a search reads from. */
export interface Sources {
  reader: Reader;
  /** cache of {@link wordsOf} by keyword; depends on the products' names and is invalidated with them */
  words: TaggedCache<string, readonly Word[] | null>;
  /** cache tags of the words */
  wordTags: readonly string[];
}

const wordsIn = (
  { reader, words, wordTags }: Sources,
  keyword: string,
  lang: Language,
): Promise<readonly Word[] | null> =>
  words.getOrLoad(`${lang} ${keyword}`, wordTags, () => wordsOf(reader, keyword, lang));

const nothing: Found = { products: [], total: 0 };

interface Row {
  total: number;
  /** see versionsIn */
  products: string | null;
}
const foundIn = (row: Row | undefined): Found =>
  row ? { products: versionsIn(row.products), total: row.total } : nothing;

const otherLanguage: Record<Language, Language> = { vi: "en", en: "vi" };

/**
 * Published products whose name, terms and categories in one language contain every word of the keyword; the last word
 * may be a prefix. If nothing matches in the page's language, the other one is searched. If nothing matches there either, words
 * about a gift, such as its recipient, match gifts; if there are none, each word of five characters or more may have one typo.
 */
export async function findProducts(sources: Sources, search: Search): Promise<Found> {
  const { keyword, lang } = search;
  if (!(await wordsIn(sources, keyword, lang))) return nothing;
  const translated = { ...search, lang: otherLanguage[lang] };
  const attempts = [
    () => findWords(sources, search),
    () => findWords(sources, translated),
    () => findGifts(sources, search),
    () => findWithTypos(sources, search),
    () => findWithTypos(sources, translated),
  ];
  for (const find of attempts) {
    const found = await find();
    if (found.total > 0) return found;
  }
  return nothing;
}

async function findWords(sources: Sources, search: Search): Promise<Found> {
  const words = await wordsIn(sources, search.keyword, search.lang);
  return words ? matches(sources.reader, words, search) : nothing;
}

async function findGifts(sources: Sources, search: Search): Promise<Found> {
  const keyword = await giftKeyword(sources.reader, search.keyword, search.lang);
  return keyword === null ? nothing : findWords(sources, { ...search, keyword });
}

async function findWithTypos(sources: Sources, search: Search): Promise<Found> {
  const words = await wordsIn(sources, search.keyword, search.lang);
  const forgiven = words && (await withTypoVariants(sources.reader, words, search.lang));
  return forgiven ? matches(sources.reader, forgiven, search) : nothing;
}

const matches = (reader: Reader, words: readonly Word[], search: Search): Promise<Found> =>
  search.sort ? sorted(reader, words, search, search.sort) : best(reader, words, search);

const columns = { popularity: sql`p.total_sales`, price: sql`p.price` };

/** All matches in an order that is independent of the keyword: each match is read. */
async function sorted(
  reader: Reader,
  words: readonly Word[],
  { lang, page, perPage }: Search,
  { by, descending }: NonNullable<Search["sort"]>,
): Promise<Found> {
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`${columns[by]} ${direction} nulls last, p.id ${direction}`;
  const found = await reader.one<Row>(sql`
    with hit as materialized (${segmentsOf(words, lang)}),
    listed as (
      select p.id from hit cross join lateral bitmap_slots(doc_bitmap) place
        join product_search s on s.segment_id = hit.segment_id and s.slot = place
        join product p on p.id = s.product_id
      order by ${order} limit ${inlineLimit(perPage)} offset ${opaqueParam((page - 1) * perPage)}
    )
    select coalesce((select sum(bit_count(doc_bitmap)) from hit), 0)::integer total, (
      select ${cardVersions(order)} from listed join product p using (id) where p.status = 'publish') products`);
  return foundIn(found);
}

/** In a cell with more hits than this, whose sales are all about equal, hits are ordered by slot. */
const maxSortedHits = 200;

const cellOf = (level: number): Sql => raw(`cell_${level}`);

/** The hits of each level by segment. A level is computed only if the levels above it do not fill the page. */
function cellsOf(levels: readonly Sql[], far: number): Sql {
  const cells = levels.map((places, level) => {
    const above = levels.slice(0, level).map((_, its) => sql`(select coalesce(sum(hits), 0) from ${cellOf(its)})`);
    const wanted = above.length > 0 ? sql`where ${join(above, " + ")} < ${far}` : sql``;
    return sql`
    ${cellOf(level)} as materialized (
      select ${raw(`${level}`)} level, segment_id, sales_class, doc_bitmap, bit_count(doc_bitmap)::integer hits
      from (select segment_id, sales_class, ${places} doc_bitmap from hit ${wanted} offset 0) its where doc_bitmap <> ${emptyBitmap})`;
  });
  return join(cells);
}

/**
 * Ranks hits: exact accents first; then whole words of the name before words of terms and categories and prefixes;
 * equal ones by sales.
 *
 * Segments hold products of one sales class. The hits of a level in a segment are a cell: cells are skipped by their
 * counts until the page is reached, and only those on the page are read. See docs/search.md.
 */
async function best(reader: Reader, words: readonly Word[], { lang, page, perPage }: Search): Promise<Found> {
  const skip = (page - 1) * perPage;
  const { segments, levels } = hitsOf(words, lang);
  const found = await reader.one<Row>(sql`
    with hit as materialized (${segments}), ${cellsOf(levels, skip + perPage)},
    counted as (
      select *, sum(hits) over (order by level, sales_class desc, segment_id desc) upto
      from (${join(
        levels.map((_, level) => sql`select * from ${cellOf(level)}`),
        " union all ",
      )}) cell
    ), opened as (
      -- number of the cell's hits on the page, and of those on earlier pages
      select *, least(upto, ${skip + perPage}) - greatest(upto - hits, ${skip}) shown,
        greatest(0, ${skip} - (upto - hits)) passed
      from counted where upto > ${skip} and upto - hits < ${skip + perPage}
    ), listed as (
      select level, sales_class, o.segment_id, place, product_id, sold from opened o cross join lateral (
        -- offset 0: each place by the index, however many there may be
        (select place, product_id, sold from bitmap_slots(o.doc_bitmap) place cross join lateral (
            select p.id product_id, p.total_sales sold from product_search s join product p on p.id = s.product_id
            where s.segment_id = o.segment_id and s.slot = place offset 0) there
          where o.hits <= ${maxSortedHits} order by sold desc, place desc limit o.shown offset o.passed)
        union all
        (select place, product_id, null from generate_series(4095, 0, -1) place cross join lateral (
            select product_id from product_search s where s.segment_id = o.segment_id and s.slot = place offset 0) there
          where o.hits > ${maxSortedHits} and get_bit(o.doc_bitmap, place) = 1 limit o.shown offset o.passed)) its
    )
    select coalesce((select sum(bit_count(doc_bitmap)) from hit), 0)::integer total, (
      select ${cardVersions(sql`level, sales_class desc, segment_id desc, sold desc, place desc`)}
      from listed join product p on p.id = product_id where p.status = 'publish') products`);
  return foundIn(found);
}
