import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "../kernel/database.ts";
import { type Asked, ranked, sampled } from "./rank.ts";
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
  const words = await wordsOf(reader, search.keyword, search.lang);
  if (!words) return nothing;
  const found = await matches(reader, words, search);
  if (found.total > 0) return found;
  const forgiven = await withSlips(reader, words, search.lang);
  return forgiven ? matches(reader, forgiven, search) : nothing;
}

/** More hits than this are not all ranked. */
const many = 2000;

async function matches(reader: Reader, words: readonly Word[], { lang, page, perPage }: Search): Promise<Found> {
  const asked: Asked = { ...queriesOf(words), lang, skip: (page - 1) * perPage, take: perPage };
  // which marks a word has must be looked at in every hit; all else can be settled among the best sellers
  const ids = words.some(({ mixed }) => mixed)
    ? ranked(asked)
    : sql`case when total > ${many} then ${sampled(asked)} else ${ranked(asked)} end`;
  const found = await reader.one<Found>(sql`
    select total, ${ids} ids
    from (select count(*)::integer total from product_search
          where lang = ${lang} and published and words @@ ${asked.broad}::tsquery) counted`);
  return found ?? nothing;
}

/** Words have letters and digits alone, so they need no escaping. */
const lexeme = (word: string, kind: "" | ":*" | ":A" | ":*A" = ""): string => `'${word}'${kind}`;
const together = (terms: readonly string[]): string => terms.join(" & ");

/** What a hit is looked up by, and what its rank is told by; the last word may be a beginning. */
function queriesOf(words: readonly Word[]) {
  const last = words.length - 1;
  const broad = words.map(({ folded, open, others }) => {
    const ways = [lexeme(folded, open ? ":*" : ""), ...others.map((other) => lexeme(other))];
    return `(${ways.join(" | ")})`;
  });
  return {
    broad: together(broad),
    marked: together(words.map(({ marked }, index) => lexeme(marked, index === last ? ":*" : ""))),
    whole: together(words.map(({ folded }) => lexeme(folded))),
    called: together(words.map(({ folded }) => lexeme(folded, ":A"))),
    named: together(words.map(({ folded }, index) => lexeme(folded, index === last ? ":*A" : ":A"))),
  };
}
