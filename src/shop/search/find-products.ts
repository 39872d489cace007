import type { Language } from "#contract/language.ts";
import { empty, type Reader, type Sql, sql } from "../kernel/database.ts";
import { type Word, withSlips, wordsOf } from "./words.ts";

export interface Found {
  /** products of the page, best first */
  ids: number[];
  total: number;
}

export interface Search {
  keyword: string;
  lang: Language;
  page: number;
  perPage: number;
}

const nothing: Found = { ids: [], total: 0 };

/**
 * Published products whose name, terms and categories in one language have every word of the keyword. The last word may be
 * the beginning of one. Where that finds nothing, one slip in each word of five letters or more is forgiven.
 */
export async function findProducts(reader: Reader, search: Search): Promise<Found> {
  const words = await wordsOf(reader, search.keyword);
  if (!words) return nothing;
  const found = await matches(reader, words, search);
  if (found.total > 0) return found;
  const forgiven = await withSlips(reader, words, search.lang);
  return forgiven ? matches(reader, forgiven, search) : nothing;
}

/** A beginning as short as this is taken for one only with its marks: "da" begins half the shop once marks are folded. */
const shortBeginning = 2;

/** Words have letters and digits alone, so they need no escaping. */
const lexeme = (word: string, kind: "" | ":*" | ":A" | ":*A" = ""): string => `'${word}'${kind}`;
const together = (terms: readonly string[]): string => terms.join(" & ");

/** What a hit is looked up by, and what its rank is told by; only the last word may be a beginning. */
function queriesOf(words: readonly Word[]) {
  const last = words.length - 1;
  const broad = words.map(({ folded, near }, index) => {
    const typed = lexeme(folded, index === last ? ":*" : "");
    return near.length === 0 ? typed : `(${[typed, ...near.map((word) => lexeme(word))].join(" | ")})`;
  });
  return {
    broad: together(broad),
    marked: together(words.map(({ marked }, index) => lexeme(marked, index === last ? ":*" : ""))),
    whole: together(words.map(({ folded }) => lexeme(folded))),
    called: together(words.map(({ folded }) => lexeme(folded, ":A"))),
    named: together(words.map(({ folded }, index) => lexeme(folded, index === last ? ":*A" : ":A"))),
  };
}

function onlyAsTyped(word: Word | undefined): Sql {
  if (!word || word.folded.length > shortBeginning) return empty;
  return sql`and (words @@ ${lexeme(word.folded)}::tsquery or marked @@ ${lexeme(word.marked, ":*")}::tsquery)`;
}

/**
 * Ranks what matches: with the very marks that were typed first; then whole words before beginnings, names before terms
 * and categories; then what sells best.
 */
async function matches(reader: Reader, words: readonly Word[], { lang, page, perPage }: Search): Promise<Found> {
  const { broad, marked, whole, called, named } = queriesOf(words);
  const found = await reader.one<Found>(sql`
    with hit as materialized (
      select product_id, total_sales, marked @@ ${marked}::tsquery marked, words @@ ${called}::tsquery called,
        words @@ ${whole}::tsquery whole, words @@ ${named}::tsquery named
      from product_search
      where lang = ${lang} and published and words @@ ${broad}::tsquery ${onlyAsTyped(words.at(-1))})
    select (select count(*) from hit)::integer total, array(
      select product_id from hit
      order by marked desc, called desc, whole desc, named desc, total_sales desc, product_id desc
      limit ${perPage} offset ${(page - 1) * perPage}) ids`);
  return found ?? nothing;
}
