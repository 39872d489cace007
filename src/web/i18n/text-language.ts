import type { Language } from "#contract/language.ts";
import { useLanguage } from "./settings.ts";

/** Characters that Vietnamese has and English has not. */
const vietnameseWord = /[ăâđêôơư\u1ea0-\u1ef9]/i;
/**
 * in an English text, places and names may be Vietnamese: at most this share of its words; a Vietnamese text has far
 * more
 */
const maxForeignShare = 0.1;
const minVietnameseShare = 0.2;
/** fewer words may be a name without diacritics */
const minWords = 4;

/**
 * The language of a merchant's text that replaces a missing translation; undefined if it is the page's language. HTML
 * or plain text.
 */
export function otherLanguageOf(text: string, page: Language): Language | undefined {
  const words = text.replace(/<[^>]*>/g, " ").match(/\p{L}+/gu) ?? [];
  const share = words.filter((word) => vietnameseWord.test(word.normalize("NFC"))).length / words.length;
  if (page === "en") return share >= minVietnameseShare ? "vi" : undefined;
  return share <= maxForeignShare && words.length >= minWords ? "en" : undefined;
}

/** For the `lang` attribute of texts by the merchant. */
export function useTextLanguage(): (text: string) => Language | undefined {
  const page = useLanguage();
  return (text) => otherLanguageOf(text, page);
}
