import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";

/**
 * The recipient or event of a gift: words that occur in no product's name, in both languages.
 */
const meanings = {
  any: [
    ...["sinh nhật", "kỷ niệm", "lễ tình nhân", "valentine", "giáng sinh", "noel", "tốt nghiệp", "quà", "món quà"],
    ...["birthday", "bday", "anniversary", "valentines", "christmas", "xmas", "graduation", "gift", "gifts"],
    ...["present", "presents"],
  ],
  her: [
    ...["mẹ", "má", "vợ", "bà", "chị", "em gái", "con gái", "bạn gái", "cô giáo", "phụ nữ", "nàng", "nữ"],
    ...[
      "mom",
      "mum",
      "mommy",
      "mother",
      "mothers",
      "wife",
      "girlfriend",
      "sister",
      "daughter",
      "grandma",
      "grandmother",
    ],
    ...["woman", "women", "her"],
  ],
  him: [
    ...["bố", "ba", "cha", "chồng", "ông", "anh", "em trai", "con trai", "bạn trai", "đàn ông", "chàng", "nam"],
    ...["dad", "daddy", "father", "fathers", "husband", "boyfriend", "brother", "son", "grandpa", "grandfather"],
    ...["man", "men", "him"],
  ],
} as const;
type Meaning = keyof typeof meanings;

/** Stop words between the others. */
const fillers = new Set("cho tặng món ngày dịp của một for my a an the to s day on".split(" "));
const maxPhraseWords = 2;
const slugs: Readonly<Record<"her" | "him", string>> = { her: "gifts-for-her", him: "gifts-for-him" };

const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/đ/g, "d");

const phrases = new Map<string, Meaning>();
const unaccentedPhrases = new Map<string, Meaning>();
for (const [meaning, words] of Object.entries(meanings) as [Meaning, readonly string[]][]) {
  for (const word of words) phrases.set(word, meaning);
}
for (const [phrase, meaning] of phrases) {
  // a single word without accents, as in "qua cho me", counts only after another word that shows that the keyword is
  // Vietnamese
  const plain = withoutAccents(phrase);
  if (!phrases.has(plain) && !unaccentedPhrases.has(plain)) unaccentedPhrases.set(plain, meaning);
}
const plainVietnamese = /(^| )(qua|tang|cho|sinh nhat)( |$)/;

interface GiftQuery {
  meanings: ReadonlySet<Meaning>;
  /** the other words of the keyword */
  rest: string[];
}

/** The gift criteria in a keyword; null without any. */
export function parseGiftQuery(keyword: string): GiftQuery | null {
  const words =
    keyword
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const plain = plainVietnamese.test(words.join(" "));
  const meaningOf = (phrase: string) => phrases.get(phrase) ?? (plain ? unaccentedPhrases.get(phrase) : undefined);
  const found = new Set<Meaning>();
  const rest: string[] = [];
  for (let at = 0; at < words.length; ) {
    const length = [maxPhraseWords, 1].find((size) => meaningOf(words.slice(at, at + size).join(" ")));
    const word = words[at] ?? "";
    const meaning = length && meaningOf(words.slice(at, at + length).join(" "));
    if (meaning) found.add(meaning);
    else if (!fillers.has(word) && !(plain && ["tang", "cho"].includes(word))) rest.push(word);
    at += length ?? 1;
  }
  return found.size > 0 ? { meanings: found, rest } : null;
}

/**
 * Rewrites a keyword about gifts to the names of the gift categories: `quà cho mẹ` becomes `Quà tặng cho nàng`, and one
 * without a recipient becomes the words that all their names have in common. Null where the keyword is not about a
 * gift.
 */
export async function giftKeyword(reader: Reader, keyword: string, lang: Language): Promise<string | null> {
  const query = parseGiftQuery(keyword);
  if (!query) return null;
  const categories = await reader.all<{ slug: string; words: string[] }>(sql`
    select slug, string_to_array(normalize_accented(name ->> ${lang}), ' ') words from category where kind = 'gift'`);
  const [first, ...others] = categories;
  const persons = (["her", "him"] as const).filter((person) => query.meanings.has(person));
  const wanted =
    persons.length === 1
      ? (categories.find(({ slug }) => slug === slugs[persons[0] ?? "her"])?.words ?? [])
      : (first?.words.filter((word) => others.every(({ words }) => words.includes(word))) ?? []);
  return wanted.length > 0 ? [...query.rest, ...wanted].join(" ") : null;
}
