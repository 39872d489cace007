import type { Language } from "#contract/language.ts";
import { cardVersions } from "../catalog/index.ts";
import { join, type Reader, sql } from "../kernel/database.ts";
import { type Version, versionsIn } from "../kernel/kept-parts.ts";
import type { KeptReads } from "../kernel/kept-reads.ts";
import { limitOf, unseen } from "../kernel/prepared-statements.ts";
import { giftKeyword } from "./gift-words.ts";
import { hitsOf, segmentsOf } from "./hits.ts";
import { type Word, withSlips, wordsOf } from "./words.ts";

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
  /** by what the shopper wants to see them ordered; without it, the best answers first */
  sort?: { by: "popularity" | "price"; descending: boolean } | undefined;
}

/** Where products are looked for. */
export interface Sources {
  reader: Reader;
  /** keywords as {@link wordsOf} splits them: what it looks at changes with what products are called, and is announced then */
  words: KeptReads<readonly Word[] | null>;
}

const wordsIn = ({ reader, words }: Sources, keyword: string, lang: Language): Promise<readonly Word[] | null> =>
  words.of(`${lang} ${keyword}`, () => wordsOf(reader, keyword, lang));

const nothing: Found = { products: [], total: 0 };

interface Row {
  total: number;
  /** see versionsIn */
  products: string | null;
}
const foundIn = (row: Row | undefined): Found =>
  row ? { products: versionsIn(row.products), total: row.total } : nothing;

/**
 * Published products whose name, terms and categories in one language have every word of the keyword. The last word may be
 * the beginning of one. Where that finds nothing, words about a gift, such as whom it is for, find gifts; and then one slip
 * in each word of five letters or more is forgiven.
 */
export async function findProducts(sources: Sources, search: Search): Promise<Found> {
  const { reader } = sources;
  const words = await wordsIn(sources, search.keyword, search.lang);
  if (!words) return nothing;
  const found = await matches(reader, words, search);
  if (found.total > 0) return found;
  const gifts = await findGifts(sources, search);
  if (gifts.total > 0) return gifts;
  const forgiven = await withSlips(reader, words, search.lang);
  return forgiven ? matches(reader, forgiven, search) : nothing;
}

async function findGifts(sources: Sources, search: Search): Promise<Found> {
  const { reader } = sources;
  const keyword = await giftKeyword(reader, search.keyword, search.lang);
  const words = keyword && (await wordsIn(sources, keyword, search.lang));
  return words ? matches(reader, words, search) : nothing;
}

const matches = (reader: Reader, words: readonly Word[], search: Search): Promise<Found> =>
  search.sort ? sorted(reader, words, search, search.sort) : best(reader, words, search);

const columns = { popularity: sql`p.total_sales`, price: sql`p.price` };

/** All that is found, in an order that has nothing to do with the keyword: each of them is looked at. */
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
      select p.id from hit cross join lateral places_in(places) place
        join product_search s on s.segment_id = hit.segment_id and s.slot = place
        join product p on p.id = s.product_id
      order by ${order} limit ${limitOf(perPage)} offset ${unseen((page - 1) * perPage)}
    )
    select coalesce((select sum(bit_count(places)) from hit), 0)::integer total, (
      select ${cardVersions(order)} from listed join product p using (id) where p.status = 'publish') products`);
  return foundIn(found);
}

/** In a cell of more hits than this, all of which sell about equally well, the order is that of their places. */
const mostSorted = 200;

/**
 * With the very marks first; then whole words of the name before words of terms and categories and beginnings; among
 * equals those that sell best.
 *
 * What products sell is known by classes, in which segments stand: the hits of a level in a segment are a cell, cells are
 * counted off until the page is reached, and only those that it lies in are opened. See migration 0010.
 */
async function best(reader: Reader, words: readonly Word[], { lang, page, perPage }: Search): Promise<Found> {
  const skip = (page - 1) * perPage;
  const { segments, levels } = hitsOf(words, lang);
  const numbered = levels.map((places, index) => sql`(${index}, ${places})`);
  const found = await reader.one<Row>(sql`
    with hit as materialized (${segments}),
    cell as (
      select segment_id, sales_class, level, cell.places, bit_count(cell.places)::integer pieces
      from hit cross join lateral (values ${join(numbered)}) cell (level, places)
      where cell.places <> 0::bit(4096)
    ), counted as (
      select *, sum(pieces) over (order by level, sales_class desc, segment_id desc) upto from cell
    ), opened as (
      -- so many of the cell stand on the page, behind so many that stand before it
      select *, least(upto, ${skip + perPage}) - greatest(upto - pieces, ${skip}) shown,
        greatest(0, ${skip} - (upto - pieces)) passed
      from counted where upto > ${skip} and upto - pieces < ${skip + perPage}
    ), listed as (
      select level, sales_class, o.segment_id, sold, place from opened o cross join lateral (
        (select place, (select p.total_sales from product_search s join product p on p.id = s.product_id
            where s.segment_id = o.segment_id and s.slot = place) sold
          from places_in(o.places) place where o.pieces <= ${mostSorted}
          order by sold desc, place desc limit o.shown offset o.passed)
        union all
        (select place, null from generate_series(4095, 0, -1) place
          where o.pieces > ${mostSorted} and get_bit(o.places, place) = 1 limit o.shown offset o.passed)) its
    )
    select coalesce((select max(upto) from counted), 0)::integer total, (
      select ${cardVersions(sql`level, sales_class desc, l.segment_id desc, sold desc, place desc`)}
      from listed l join product_search s on s.segment_id = l.segment_id and s.slot = l.place
        join product p on p.id = s.product_id where p.status = 'publish') products`);
  return foundIn(found);
}
