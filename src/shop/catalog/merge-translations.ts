import { type Language, languages, type Translated } from "#contract/language.ts";
import { inParagraphs } from "./html-text.ts";

/** A text in a write: in the request's language, and in each language by itself. */
export interface TextWrite {
  lang: Language;
  text?: string | undefined;
  translations?: Partial<Record<Language, string | undefined>>;
}

/**
 * The part of a write that changes something. Programs read a resource, change one field and send all of it back. So a
 * translation that equals the stored one is ignored: it would undo a change of the text itself. The text is ignored if
 * it equals the stored one, with or without the paragraphs that a read adds.
 */
function effectivePart(stored: Translated, { lang, text, translations = {} }: TextWrite): Omit<TextWrite, "lang"> {
  const asRead = text === stored[lang] || text === inParagraphs(stored[lang]).trim();
  const sentBack = translations[lang] === stored[lang];
  const changed = languages.filter((one) => translations[one] !== stored[one]);
  return {
    text: asRead ? undefined : text,
    translations: sentBack ? Object.fromEntries(changed.map((one) => [one, translations[one]])) : translations,
  };
}

/**
 * The text after a write. A text that is new, or the same in both languages, is untranslated: it is written to both.
 * `translations` change exactly the languages they name.
 * @param stored null for a new text
 */
export function mergeText(stored: Translated | null, written: TextWrite): Translated {
  const { text, translations = {} } = stored ? effectivePart(stored, written) : written;
  let after = stored;
  if (text !== undefined) {
    after = !after || after.vi === after.en ? { vi: text, en: text } : { ...after, [written.lang]: text };
  }
  const { vi, en } = translations;
  return { vi: vi ?? after?.vi ?? en ?? "", en: en ?? after?.en ?? vi ?? "" };
}

/** Equality of texts, independent of the order of keys. */
export const sameText = (one: Translated | null, other: Translated | null): boolean =>
  one?.vi === other?.vi && one?.en === other?.en;
