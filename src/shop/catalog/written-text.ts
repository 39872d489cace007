import type { Language, Translated } from "#contract/language.ts";

/** What a write says of one text: in the language of the call, and in each language by itself. */
export interface WrittenText {
  lang: Language;
  text?: string | undefined;
  translations?: Partial<Record<Language, string | undefined>>;
}

/**
 * The text as it is afterwards. What is new, or the same in both languages, has not been translated: it is written in
 * both. `translations` change exactly the language that they name.
 * @param stored null for a text that is new
 */
export function textAfter(stored: Translated | null, { lang, text, translations = {} }: WrittenText): Translated {
  let after = stored;
  if (text !== undefined) {
    after = !after || after.vi === after.en ? { vi: text, en: text } : { ...after, [lang]: text };
  }
  const { vi, en } = translations;
  return { vi: vi ?? after?.vi ?? en ?? "", en: en ?? after?.en ?? vi ?? "" };
}

/** Whether nothing has changed, which the order of keys says nothing of. */
export const sameText = (one: Translated | null, other: Translated | null): boolean =>
  one?.vi === other?.vi && one?.en === other?.en;
