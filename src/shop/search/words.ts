import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { isWithinOneEdit } from "./edit-distance.ts";

/** One word of a keyword: in lower case as it was typed, and folded (without accents). */
export interface Word {
  marked: string;
  folded: string;
  /** it is the last one, and a prefix of other words */
  open: boolean;
  /** which of the matching words have exactly the accents that were typed */
  marks: "all" | "some" | "none";
  /** alternatives: words at an edit distance of one */
  others: string[];
}

/** an emoji is no word */
const hasCharacters = /[\p{L}\p{N}]/u;

/** the index stores no more characters of a word, see product_search_keys() */
const maxWordLength = 60;

/** The limit of words in a query; further words are ignored. */
export const maxWords = 16;

/**
 * A prefix this short must match with its accents: "da" would match half of the shop once accents are folded. Its
 * possible completions are not examined.
 */
export const shortPrefix = 2;

/**
 * Splits a keyword with the database functions that also normalize what is indexed, and examines the vocabulary
 * (search_word): distinctions that do not matter there are left out of the query. Words with digits are not in the
 * vocabulary.
 * @returns null when there is nothing to search for, or a word that no product can have
 */
export async function wordsOf(reader: Reader, keyword: string, lang: Language): Promise<Word[] | null> {
  // split in a subquery: PostgreSQL would otherwise split while planning, and plan each search again for its number of
  // words
  const rows = await reader.all<Omit<Word, "others">>(sql`
    with typed as (
      select left(marked, ${maxWordLength}) marked, fold_word(marked) folded, place = max(place) over () last, place
      from unnest((select string_to_array(normalize_accented(${keyword}), ' '))) with ordinality w (marked, place) where marked <> '')
    select t.marked, t.folded,
      last and exists (select from search_posting
                       where lang = ${lang} and word > t.folded collate "C" and word <= t.folded || '~' collate "C") open,
      case when all_so is null or all_so <> any_so then 'some' when all_so then 'all' else 'none' end marks
    from typed t left join lateral (
      select bool_and(so) all_so, bool_or(so) any_so
      from (select case when t.last then starts_with(w.accented, t.marked) else w.accented = t.marked end so
            from search_word w where w.lang = ${lang} and length(t.folded) > ${shortPrefix} and t.folded !~ '[0-9]'
              and w.word between t.folded and case when t.last then t.folded || '~' else t.folded end offset 0) known
      ) its on true
    order by t.place`);
  const typedWords = rows.filter(({ marked }) => hasCharacters.test(marked)).slice(0, maxWords);
  const words = typedWords.map((word) => ({ ...word, others: [] }));
  return words.length > 0 && words.every(({ folded }) => folded !== "") ? words : null;
}

/** Typos are corrected in words of five characters or more. */
const correctable = /^[a-z]{5,}$/;

/**
 * Adds to each word the words of the vocabulary at an edit distance of one.
 * @returns null when there are none
 */
export async function withTypoVariants(reader: Reader, words: readonly Word[], lang: Language): Promise<Word[] | null> {
  const typed = words.map(({ folded }) => folded).filter((word) => correctable.test(word));
  if (typed.length === 0) return null;
  const rows = await reader.all<{ typed: string; word: string }>(sql`
    select distinct t.word typed, s.word
    from unnest(${typed}::text[]) t (word), deletion_variants(t.word) made (typo_key)
      join search_typo_key s on s.lang = ${lang} and s.typo_key = made.typo_key
    where s.word <> t.word`);
  const near = rows.filter((row) => isWithinOneEdit(row.typed, row.word));
  if (near.length === 0) return null;
  return words.map((word) => {
    const variants = near.filter((row) => row.typed === word.folded).map((row) => row.word);
    return { ...word, others: variants };
  });
}
