import type { Language } from "#contract/language.ts";
import { useLanguage } from "./settings.ts";

/** Letters that Vietnamese has and English has not. */
const vietnameseWord = /[ăâđêôơư\u1ea0-\u1ef9]/i;
/** in an English text places and names may be Vietnamese, so many of its words at most; in a Vietnamese one far more are */
const strayShare = 0.1;
const sureShare = 0.2;
/** fewer words may be a name without any mark */
const sureWords = 4;

/** The language of a merchant's text that stands in for one that is missing; undefined where it is the page's own. HTML or plain. */
export function standInLanguage(text: string, page: Language): Language | undefined {
  const words = text.replace(/<[^>]*>/g, " ").match(/\p{L}+/gu) ?? [];
  const share = words.filter((word) => vietnameseWord.test(word.normalize("NFC"))).length / words.length;
  if (page === "en") return share >= sureShare ? "vi" : undefined;
  return share <= strayShare && words.length >= sureWords ? "en" : undefined;
}

/** For the `lang` attribute of what a merchant has written. */
export function useTextLanguage(): (text: string) => Language | undefined {
  const page = useLanguage();
  return (text) => standInLanguage(text, page);
}
