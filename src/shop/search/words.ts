import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { withinOneSlip } from "./edit-distance.ts";

/** One word of a keyword: as it was typed, in small letters; and folded to plain ones. */
export interface Word {
  marked: string;
  folded: string;
  /** it is the last one, and the beginning of others */
  open: boolean;
  /** of the words that it finds, which have the very marks that were typed */
  marks: "all" | "some" | "none";
  /** words that will do as well: what one slip makes of it */
  others: string[];
}

/** a heart or a ring of the emoji keyboard is no word */
const hasLetters = /[\p{L}\p{N}]/u;

/** as long as the index keeps them, see search_keys */
const longest = 60;

/** More than anybody types: of a longer keyword these are looked for. */
export const mostWords = 16;

/**
 * A beginning as short as this is taken for one only with its marks: "da" begins half the shop once marks are folded. What it
 * may become is not looked through.
 */
export const shortBeginning = 2;

/**
 * Splits a keyword with the functions of the database that fold what is searched, so that the two never differ, and looks
 * at the words that products have: what makes no difference there need not be told apart in the search. Words with digits
 * are not kept there.
 * @returns null when there is nothing to look for, or a word that no product can have
 */
export async function wordsOf(reader: Reader, keyword: string, lang: Language): Promise<Word[] | null> {
  // split in a subquery: PostgreSQL would do so while it plans, and plan each search anew for its number of words
  const rows = await reader.all<Omit<Word, "others">>(sql`
    with typed as (
      select left(marked, ${longest}) marked, fold_word(marked) folded, place = max(place) over () last, place
      from unnest((select string_to_array(normalize_accented(${keyword}), ' '))) with ordinality w (marked, place) where marked <> '')
    select t.marked, t.folded,
      last and exists (select from search_posting
                       where lang = ${lang} and word > t.folded collate "C" and word <= t.folded || '~' collate "C") open,
      case when all_so is null or all_so <> any_so then 'some' when all_so then 'all' else 'none' end marks
    from typed t left join lateral (
      select bool_and(so) all_so, bool_or(so) any_so
      from (select case when t.last then starts_with(w.accented, t.marked) else w.accented = t.marked end so
            from search_word w where w.lang = ${lang} and length(t.folded) > ${shortBeginning} and t.folded !~ '[0-9]'
              and w.word between t.folded and case when t.last then t.folded || '~' else t.folded end offset 0) known
      ) its on true
    order by t.place`);
  const told = rows.filter(({ marked }) => hasLetters.test(marked)).slice(0, mostWords);
  const words = told.map((word) => ({ ...word, others: [] }));
  return words.length > 0 && words.every(({ folded }) => folded !== "") ? words : null;
}

/** A slip is forgiven in words of five letters or more. */
const forgivable = /^[a-z]{5,}$/;

/**
 * Adds to each word those that one slip makes of it, out of the words that products have.
 * @returns null when there are none
 */
export async function withTypoVariants(reader: Reader, words: readonly Word[], lang: Language): Promise<Word[] | null> {
  const typed = words.map(({ folded }) => folded).filter((word) => forgivable.test(word));
  if (typed.length === 0) return null;
  const rows = await reader.all<{ typed: string; word: string }>(sql`
    select distinct t.word typed, s.word
    from unnest(${typed}::text[]) t (word), deletion_variants(t.word) made (typo_key)
      join search_typo_key s on s.lang = ${lang} and s.typo_key = made.typo_key
    where s.word <> t.word`);
  const near = rows.filter((row) => withinOneSlip(row.typed, row.word));
  if (near.length === 0) return null;
  return words.map((word) => {
    const slips = near.filter((row) => row.typed === word.folded).map((row) => row.word);
    return { ...word, others: slips };
  });
}
