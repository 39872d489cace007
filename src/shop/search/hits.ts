import type { Language } from "#contract/language.ts";
import { type Sql, sql } from "../kernel/database.ts";
import type { Word } from "./words.ts";

/**
 * A beginning as short as this is taken for one only with its marks: "da" begins half the shop once marks are folded.
 */
const shortBeginning = 2;

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

const stretchesOf = ({ others, ...word }: Word, nth: number): Stretch[] => [
  { nth, ...word, from: word.folded, to: word.open ? word.folded + beyond : word.folded },
  ...others.map((other) => ({ nth, ...word, from: other, to: other })),
];

/** The stretches as a table `a`: one parameter a column. */
function table(stretches: readonly Stretch[]): Sql {
  const column = <Key extends keyof Stretch>(key: Key) => stretches.map((stretch) => stretch[key]);
  return sql`unnest(${column("nth")}::integer[], ${column("from")}::text[], ${column("to")}::text[],
    ${column("marked")}::text[], ${column("folded")}::text[], ${column("open")}::boolean[])
    a (nth, low, high, marked, folded, open)`;
}

const asTyped = sql`p.word = a.folded`;
const begun = sql`(p.word = a.folded or a.open and starts_with(p.word, a.folded))`;
const markedAsTyped = sql`(p.marked = a.marked or a.open and starts_with(p.marked, a.marked))`;
const only = (condition: Sql): Sql => sql`coalesce(bit_or(p.places) filter (where ${condition}), 0::bit(4096))`;

/**
 * A subquery: each segment of published products with the places of those that have every word, and of those among them
 * that have all of them with the marks as typed; as whole words of their names (`called`); as whole words anywhere or as
 * beginnings in their names (`told`).
 */
export function hits(words: readonly Word[], lang: Language): Sql {
  const stretches = words.flatMap(stretchesOf);
  return sql`
    select segment_id, sales_class, places, marked, called, told
    from (
      select segment_id, bit_and(places) places, bit_and(marked) marked, bit_and(called) called, bit_and(told) told
      from (
        select p.segment_id, a.nth, bit_or(p.places) places, ${only(markedAsTyped)} marked,
          ${only(sql`p.in_name and ${asTyped}`)} called, ${only(sql`${asTyped} or p.in_name and ${begun}`)} told
        -- offset 0: each stretch by the index, however many there are
        from ${table(stretches)} cross join lateral (
          select * from search_posting p where p.lang = ${lang} and p.word between a.low and a.high
            and (length(a.folded) > ${shortBeginning} or p.word = a.folded or starts_with(p.marked, a.marked)) offset 0) p
        group by p.segment_id, a.nth) word
      group by segment_id having count(*) = ${words.length}) every_word
      join search_segment s on s.id = segment_id and s.published
    where places <> 0::bit(4096)`;
}
