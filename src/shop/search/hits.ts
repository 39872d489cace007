import type { Language } from "#contract/language.ts";
import { join, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { opaqueParam } from "#shop/kernel/db/prepared-statements.ts";
import { maxWords, shortPrefix, type Word } from "./words.ts";

/** Sorts after all characters and digits in the index. */
const beyond = "~";

/** One range of index words that a typed word matches. */
interface WordRange {
  /** position of the typed word in the keyword, from 0 */
  nth: number;
  from: string;
  to: string;
  marked: string;
  folded: string;
  open: boolean;
}

/** Prefix of the index entries for first characters. */
const star = "*";

/** A single character is looked up as a word of its own and as a first character, which has an entry of its own. */
function rangesOf({ others, ...word }: Word, nth: number): WordRange[] {
  const { folded, marked, open } = word;
  if (open && [...marked].length === 1) {
    const firstCharacter = star + marked;
    return [
      { nth, ...word, from: folded, to: folded },
      { nth, from: firstCharacter, to: firstCharacter, marked: firstCharacter, folded: star, open },
    ];
  }
  return [
    { nth, ...word, from: folded, to: open ? folded + beyond : folded },
    ...others.map((other) => ({ nth, ...word, from: other, to: other })),
  ];
}

/**
 * The ranges as a table `a`, one parameter per column. The parameters stand in subqueries, because PostgreSQL estimates
 * rows by the length of an array that it sees, finds a custom plan much cheaper than the generic one, and would plan
 * each search again.
 */
function table(ranges: readonly WordRange[]): Sql {
  const column = (key: keyof WordRange, type: "integer" | "text" | "boolean"): Sql =>
    sql`(select ${ranges.map((stretch) => stretch[key])}::${raw(type)}[])`;
  const columns = [
    column("nth", "integer"),
    ...(["from", "to", "marked", "folded"] as const).map((key) => column(key, "text")),
    column("open", "boolean"),
  ];
  return sql`unnest(${join(columns)}) a (nth, low, high, accented, folded, open)`;
}

const asTyped = sql`p.word = a.folded`;
const asPrefix = sql`(p.word = a.folded or a.open and starts_with(p.word, a.folded))`;
const accentedAsTyped = sql`(p.accented = a.accented or a.open and starts_with(p.accented, a.accented))`;

/**
 * Match qualities, each with a bitmap of the hits that have it; `doc_bitmap` holds all hits. A word that is not the
 * last one always matches as typed.
 */
const qualities = {
  /** every word with the accents that were typed */
  accented: () => accentedAsTyped,
  /** every word as typed, in the name */
  exact: ({ open }: Word) => (open ? sql`p.in_name and ${asTyped}` : sql`p.in_name`),
  /** every word as typed, anywhere, or as a prefix in the name */
  near: ({ open }: Word) => open && sql`(${asTyped} or p.in_name and ${asPrefix})`,
} satisfies Record<string, (word: Word) => Sql | false>;
type Quality = keyof typeof qualities;

/**
 * The qualities that differ between hits. With typos corrected none does: no product has every word as typed. Without a
 * prefix, all hits match as typed.
 */
function qualitiesOf(words: readonly Word[]): Quality[] {
  if (words.some(({ others }) => others.length > 0)) return [];
  const marks = words.map((word) => word.marks);
  const wanted = {
    accented: marks.includes("some") && !marks.includes("none"),
    exact: true,
    near: words.some(({ open }) => open),
  };
  return (["accented", "exact", "near"] as const).filter((quality) => wanted[quality]);
}

/**
 * Disjoint bitmaps, the best matches first. For a keyword that was typed without accents, the whole word "Mã" ranks before the
 * prefix "Mai", otherwise the typed accents come first.
 */
function levelsOf(words: readonly Word[], wanted: readonly Quality[]): Sql[] {
  if (wanted.length === 0) return [sql`doc_bitmap`];
  const worth = wanted.includes("near")
    ? [sql`exact`, sql`(near # exact)`, sql`(doc_bitmap # near)`]
    : [sql`exact`, sql`(doc_bitmap # exact)`];
  if (!wanted.includes("accented")) return worth;
  if (words.every(({ marked, folded }) => marked === folded))
    return worth.flatMap((level) => [sql`${level} & accented`, sql`${level} & ~accented`]);
  return [...worth.map((level) => sql`${level} & accented`), ...worth.map((level) => sql`${level} & ~accented`)];
}

/** A query in two parts: a subquery of segments, and the levels into which the hits of a segment are ranked. */
export interface Hits {
  /** `segment_id`, `sales_class`, and the bitmaps that `levels` are computed from */
  segments: Sql;
  /** disjoint bitmaps: by exact accents, and by whole words in the name, prefixes in the name, and the rest */
  levels: Sql[];
}

/** Queries the segments of published products for those that have every word. */
export function hitsOf(words: readonly Word[], lang: Language): Hits {
  const wanted = qualitiesOf(words);
  return { segments: segmentsOf(words, lang, wanted), levels: levelsOf(words, wanted) };
}

/** The empty bitmap. */
export const emptyBitmap = sql`0::bit(4096)`;

/** Each number of words is a statement of its own, and the number of prepared statements is limited. */
const lengths = [1, 2, 3, 4, 8, maxWords];

/** Padded with the first word to the next of these lengths, which does not change the result. */
function padded([first, ...others]: readonly Word[]): Word[] {
  if (!first) return [];
  const length = lengths.find((one) => one > others.length) ?? maxWords;
  return [...Array<Word>(length - others.length).fill(first), ...others];
}

/** @param wanted the match qualities to compute for each segment */
export function segmentsOf(typed: readonly Word[], lang: Language, wanted: readonly Quality[] = []): Sql {
  const words = padded(typed);
  // one aggregate per word: with a `group by` word first, bitmaps would be combined twice
  const ofEvery = (condition: (word: Word) => Sql | false): Sql =>
    join(
      words.map((word, nth) => {
        const its = condition(word);
        return sql`bit_or(p.doc_bitmap) filter (where a.nth = ${raw(String(nth))} ${its ? sql`and ${its}` : sql``})`;
      }),
      " & ",
    );
  const qualityColumns = wanted.map(
    (quality) => sql`coalesce(${ofEvery(qualities[quality])}, ${emptyBitmap}) ${raw(quality)}`,
  );
  return sql`
    select hit.*, sales_class
    from (
      select ${join([sql`p.segment_id, ${ofEvery(() => false)} doc_bitmap`, ...qualityColumns])}
      -- offset 0: each stretch by the index, however many there are
      from ${table(words.flatMap(rangesOf))} cross join lateral (
        select * from search_posting p where p.lang = ${opaqueParam(lang)} and p.word between a.low and a.high
          and (length(a.folded) > ${shortPrefix} or p.word = a.folded or starts_with(p.accented, a.accented)) offset 0) p
      group by p.segment_id) hit
      join search_segment s on s.id = segment_id and s.published
    where doc_bitmap <> ${emptyBitmap}`;
}
