import { type Language, languages, type Translated } from "#contract/language.ts";
import { inParagraphs } from "./html-text.ts";

/** What a write says of one text: in the language of the call, and in each language by itself. */
export interface WrittenText {
  lang: Language;
  text?: string | undefined;
  translations?: Partial<Record<Language, string | undefined>>;
}

/**
 * What a write really says. Programs read a resource, change one field and send the whole of it back: a translation that
 * is as it was then says nothing, or it would undo the change beside it; and so does a text, also where it was read with
 * the paragraphs that readers are given.
 */
function saidOf(stored: Translated, { lang, text, translations = {} }: WrittenText): Omit<WrittenText, "lang"> {
  const asRead = text === stored[lang] || text === inParagraphs(stored[lang]).trim();
  const sentBack = translations[lang] === stored[lang];
  const changed = languages.filter((one) => translations[one] !== stored[one]);
  return {
    text: asRead ? undefined : text,
    translations: sentBack ? Object.fromEntries(changed.map((one) => [one, translations[one]])) : translations,
  };
}

/**
 * The text as it is afterwards. What is new, or the same in both languages, has not been translated: it is written in
 * both. `translations` change exactly the language that they name.
 * @param stored null for a text that is new
 */
export function mergeText(stored: Translated | null, written: WrittenText): Translated {
  const { text, translations = {} } = stored ? saidOf(stored, written) : written;
  let after = stored;
  if (text !== undefined) {
    after = !after || after.vi === after.en ? { vi: text, en: text } : { ...after, [written.lang]: text };
  }
  const { vi, en } = translations;
  return { vi: vi ?? after?.vi ?? en ?? "", en: en ?? after?.en ?? vi ?? "" };
}

/** Whether nothing has changed, which the order of keys says nothing of. */
export const sameText = (one: Translated | null, other: Translated | null): boolean =>
  one?.vi === other?.vi && one?.en === other?.en;
