import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "#contract/language.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

/** Every text below a node; a text in both languages counts in this language only. */
function* textsIn(node: unknown, language: Language): Generator<string> {
  if (typeof node === "string") yield node;
  if (typeof node !== "object" || node === null) return;
  if ("vi" in node && "en" in node) return yield String(node[language]);
  for (const part of Object.values(node)) yield* textsIn(part, language);
}

/** The catalogue's texts: everything that exists in both languages, without keys, codes and slugs. */
function* translatedIn(node: unknown, language: Language): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  if ("vi" in node && "en" in node) return yield* textsIn(node, language);
  for (const part of Object.values(node)) yield* translatedIn(part, language);
}

/** Texts that are the same in every language: numbers with units and prices, and names of the shop and its partners. */
const anyLanguage =
  /^(Lianne|VI|EN|VND|USD|404|mm|cm|g|VN|US|COD|VNPay|PayPal|Visa|Mastercard|JCB|ATM|[^\p{L}]*\d[\d.,–-]*\s?(mm|cm|g|₫|K)?)$/u;
const articleNumber = /^LN-[A-Z]-\d{4}$/;
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const plain = (text: string): string =>
  text
    .replaceAll(/<[^>]*>/g, "\n")
    .replaceAll(/[^\S\n]+/g, " ")
    .toLowerCase();

/**
 * Returns a function that checks whether a text is one of the shop's or of the demonstration's catalogue in a language,
 * whole or as a part of one.
 */
export function knownTexts(language: Language): (text: string) => boolean {
  const texts = [...textsIn(read(`src/contract/texts/${language}.json`), language)].map(plain);
  const catalogue = ["products", "categories", "attributes", "site-images"].flatMap((name) =>
    [...translatedIn(read(`fixtures/catalogue/${name}.json`), language)].map(plain),
  );
  const everything = [...texts, ...catalogue].join("\n");
  const patterns = texts
    .filter((text) => /\{\w+\}/.test(text) && /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, "")))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(/\{\w+\}/)
            .map(escaped)
            .join(".+")}$`,
          "u",
        ),
    );
  const isKnown = (text: string): boolean => {
    const plainText = plain(text);
    if (!/\p{L}/u.test(plainText) || anyLanguage.test(text) || articleNumber.test(text)) return true;
    return everything.includes(plainText) || patterns.some((pattern) => pattern.test(plainText));
  };
  return (text) => isKnown(text) || text.split(/: | · |, |\. /).every(isKnown);
}
