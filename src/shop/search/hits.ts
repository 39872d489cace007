import type { Language } from "#contract/language.ts";
import { join, raw, type Sql, sql } from "#shop/kernel/db/database.ts";
import { opaqueParam } from "#shop/kernel/db/prepared-statements.ts";
import { mostWords, shortBeginning, type Word } from "./words.ts";

/** Comes behind all letters and digits in the order of the index. */
const beyond = "~";

/** One stretch of the words of the index, in which a typed word is looked for. */
interface Stretch {
  /** of which word of the keyword, from 0 */
  nth: number;
  from: string;
  to: string;
  marked: string;
  folded: string;
  open: boolean;
}

/** With it begin, in the index, the letters that words begin with. */
const star = "*";

/** What a letter begins is one entry of the index, and what it spells alone is another. */
function stretchesOf({ others, ...word }: Word, nth: number): Stretch[] {
  const { folded, marked, open } = word;
  if (open && [...marked].length === 1) {
    const letter = star + marked;
    return [
      { nth, ...word, from: folded, to: folded },
      { nth, from: letter, to: letter, marked: letter, folded: star, open },
    ];
  }
  return [
    { nth, ...word, from: folded, to: open ? folded + beyond : folded },
    ...others.map((other) => ({ nth, ...word, from: other, to: other })),
  ];
}

/**
 * The stretches as a table `a`: one parameter a column. They stand in subqueries: PostgreSQL would count what is in an array
 * that it sees, find a plan for so much cheaper than one for any, and plan each search anew.
 */
function table(stretches: readonly Stretch[]): Sql {
  const column = (key: keyof Stretch, type: "integer" | "text" | "boolean"): Sql =>
    sql`(select ${stretches.map((stretch) => stretch[key])}::${raw(type)}[])`;
  const columns = [
    column("nth", "integer"),
    ...(["from", "to", "marked", "folded"] as const).map((key) => column(key, "text")),
    column("open", "boolean"),
  ];
  return sql`unnest(${join(columns)}) a (nth, low, high, accented, folded, open)`;
}

const asTyped = sql`p.word = a.folded`;
const begun = sql`(p.word = a.folded or a.open and starts_with(p.word, a.folded))`;
const markedAsTyped = sql`(p.accented = a.accented or a.open and starts_with(p.accented, a.accented))`;

/** What is told of the hits of a segment, each by a bitmap: that of all of them is `doc_bitmap`. A word that is whole is found as typed. */
const qualities = {
  /** every word with the marks that were typed */
  marked: () => markedAsTyped,
  /** every word as it was typed, in the name */
  called: ({ open }: Word) => (open ? sql`p.in_name and ${asTyped}` : sql`p.in_name`),
  /** every word as it was typed, anywhere, or as a beginning in the name */
  told: ({ open }: Word) => open && sql`(${asTyped} or p.in_name and ${begun})`,
} satisfies Record<string, (word: Word) => Sql | false>;
type Quality = keyof typeof qualities;

/**
 * What makes a difference. Where slips are forgiven nothing does: no product has every word as it was typed. Without longer
 * words, all are found as they were typed.
 */
function qualitiesOf(words: readonly Word[]): Quality[] {
  if (words.some(({ others }) => others.length > 0)) return [];
  const marks = words.map((word) => word.marks);
  const wanted = {
    marked: marks.includes("some") && !marks.includes("none"),
    called: true,
    told: words.some(({ open }) => open),
  };
  return (["marked", "called", "told"] as const).filter((quality) => wanted[quality]);
}

/** Bitmaps that share no place, what is worth most first. */
function levelsOf(wanted: readonly Quality[]): Sql[] {
  if (wanted.length === 0) return [sql`doc_bitmap`];
  const worth = wanted.includes("told")
    ? [sql`called`, sql`(told # called)`, sql`(doc_bitmap # told)`]
    : [sql`called`, sql`(doc_bitmap # called)`];
  if (!wanted.includes("marked")) return worth;
  return [...worth.map((level) => sql`${level} & marked`), ...worth.map((level) => sql`${level} & ~marked`)];
}

/** A search of words in two parts: a subquery of segments, and what it finds there in the order of its worth. */
export interface Hits {
  /** `segment_id`, `sales_class`, and the bitmaps that `levels` are made of */
  segments: Sql;
  /** bitmaps that share no place: with the very marks first, then names as typed, what is told, and the rest */
  levels: Sql[];
}

/** Looks in the segments of published products for those that have every word. */
export function hitsOf(words: readonly Word[], lang: Language): Hits {
  const wanted = qualitiesOf(words);
  return { segments: segmentsOf(words, lang, wanted), levels: levelsOf(wanted) };
}

/** Nowhere in a segment. */
export const nowhere = sql`0::bit(4096)`;

/** Each number of words makes a statement of its own, and only so many are kept prepared. */
const lengths = [1, 2, 3, 4, 8, mostWords];

/** Filled up with the first word to the next of these lengths: that changes nothing of what is found. */
function filledUp([first, ...others]: readonly Word[]): Word[] {
  if (!first) return [];
  const length = lengths.find((one) => one > others.length) ?? mostWords;
  return [...Array<Word>(length - others.length).fill(first), ...others];
}

/** @param wanted what is told of the hits beside where they are */
export function segmentsOf(asked: readonly Word[], lang: Language, wanted: readonly Quality[] = []): Sql {
  const words = filledUp(asked);
  // an aggregate for each word: grouped by words first, bitmaps would be put together twice
  const ofEvery = (condition: (word: Word) => Sql | false): Sql =>
    join(
      words.map((word, nth) => {
        const its = condition(word);
        return sql`bit_or(p.doc_bitmap) filter (where a.nth = ${raw(String(nth))} ${its ? sql`and ${its}` : sql``})`;
      }),
      " & ",
    );
  const told = wanted.map((quality) => sql`coalesce(${ofEvery(qualities[quality])}, ${nowhere}) ${raw(quality)}`);
  return sql`
    select hit.*, sales_class
    from (
      select ${join([sql`p.segment_id, ${ofEvery(() => false)} doc_bitmap`, ...told])}
      -- offset 0: each stretch by the index, however many there are
      from ${table(words.flatMap(stretchesOf))} cross join lateral (
        select * from search_posting p where p.lang = ${opaqueParam(lang)} and p.word between a.low and a.high
          and (length(a.folded) > ${shortBeginning} or p.word = a.folded or starts_with(p.accented, a.accented)) offset 0) p
      group by p.segment_id) hit
      join search_segment s on s.id = segment_id and s.published
    where doc_bitmap <> ${nowhere}`;
}
