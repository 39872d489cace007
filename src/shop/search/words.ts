import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "../kernel/database.ts";
import { withinOneSlip } from "./one-slip.ts";

/** One word of a keyword: as it was typed, in small letters; and folded to plain ones. */
export interface Word {
  marked: string;
  folded: string;
  /** it is the last one, and may be the beginning of a word */
  open: boolean;
  /** words that will do as well: what one slip makes of it */
  others: string[];
}

/** a heart or a ring of the emoji keyboard is no word */
const hasLetters = /[\p{L}\p{N}]/u;

/** as long as the index keeps them, see search_keys */
const longest = 60;

/**
 * Splits a keyword with the functions of the database that fold what is searched, so that the two never differ.
 * @returns null when there is nothing to look for, or a word that no product can have
 */
export async function wordsOf(reader: Reader, keyword: string): Promise<Word[] | null> {
  const rows = await reader.all<Omit<Word, "others">>(sql`
    select marked, search_word_of(marked) folded, place = max(place) over () open
    from unnest(string_to_array(search_marked(${keyword}), ' ')) with ordinality w (marked, place)
    where marked <> '' order by place`);
  const words = rows
    .filter(({ marked }) => hasLetters.test(marked))
    .map((word) => ({ ...word, marked: word.marked.slice(0, longest), others: [] }));
  return words.length > 0 && words.every(({ folded }) => folded !== "") ? words : null;
}

/** A slip is forgiven in words of five letters or more. */
const forgivable = /^[a-z]{5,}$/;

/**
 * Adds to each word those that one slip makes of it, out of the words that products have.
 * @returns null when there are none
 */
export async function withSlips(reader: Reader, words: readonly Word[], lang: Language): Promise<Word[] | null> {
  const typed = words.map(({ folded }) => folded).filter((word) => forgivable.test(word));
  if (typed.length === 0) return null;
  const rows = await reader.all<{ typed: string; word: string }>(sql`
    select distinct t.word typed, s.word
    from unnest(${typed}::text[]) t (word), search_slips(t.word) made (slip)
      join search_slip s on s.lang = ${lang} and s.slip = made.slip
    where s.word <> t.word`);
  const near = rows.filter((row) => withinOneSlip(row.typed, row.word));
  if (near.length === 0) return null;
  return words.map((word) => {
    const slips = near.filter((row) => row.typed === word.folded).map((row) => row.word);
    return { ...word, others: [...word.others, ...slips] };
  });
}
