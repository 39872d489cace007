/**
 * Keys by which names of units and typed text are compared. Names are never compared as text: sources differ in
 * Unicode form and in which vowel has the tone mark (Hòa, Hoà).
 */

const tones = /[\u0300\u0301\u0303\u0309\u0323]/g;

/** A word with its tone mark at the end, so that Hòa and Hoà are the same; lower case. */
function markedWord(word: string): string {
  const plain = word.normalize("NFD").toLowerCase();
  return plain.replace(tones, "").normalize("NFC") + (plain.match(tones)?.[0] ?? "");
}

/** A word without diacritics, lower case, a number without leading zeros. */
export const foldedWord = (word: string): string =>
  word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .replace(/^0+(?=\d)/, "");

/** Words of {@link foldedWord} as one key; "y" after a consonant or "u" is "i" (Mỹ Tho, Mĩ Tho; Quy Nhơn, Qui Nhơn). */
export const joinFolded = (foldedWords: readonly string[]): string =>
  foldedWords.join("").replaceAll(/(?<=[^aeio])y/g, "i");

const words = (text: string): string[] => text.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words of a text as one key without diacritics and spaces: "Bà Rịa - Vũng Tàu" → "bariavungtau". */
export const foldedKey = (text: string): string => joinFolded(words(text).map(foldedWord));

/** As {@link foldedKey}, but with diacritics: equal for two spellings of one name, different for Mỹ Tho and Mỹ Thọ. */
export const markedKey = (text: string): string =>
  words(text)
    .map((word) => markedWord(word).replace(/^0+(?=\d)/, ""))
    .join("");

const openVowels = new Set(["oa", "oe", "uy"]);
/** One spelling of names from several sources: the tone mark on the first vowel of "oa", "oe", "uy", as in Hòa, Thủy. */
export const displayName = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(
      /(?<![qQ])(o|u)([aey])([\u0300\u0301\u0303\u0309\u0323])(?![\p{L}\p{M}])/gu,
      (text, first: string, second: string, tone: string) =>
        openVowels.has(first + second) ? `${first}${tone}${second}` : text,
    )
    .normalize("NFC");

export const hasMarks = (text: string): boolean => /[\p{M}đĐ]/u.test(text.normalize("NFD"));

export type UnitKind = "thành phố" | "tỉnh" | "quận" | "huyện" | "thị xã" | "phường" | "xã" | "thị trấn" | "đặc khu";

const kinds: readonly UnitKind[] = [
  "thành phố",
  "tỉnh",
  "quận",
  "huyện",
  "thị xã",
  "thị trấn",
  "phường",
  "xã",
  "đặc khu",
];

/** A unit's full name as its kind and its own name: "Thành phố Hà Nội" → thành phố, "Hà Nội". */
export function splitName(fullName: string): { kind: UnitKind; name: string } {
  const composed = fullName.normalize("NFC");
  const kind = kinds.find((each) => composed.toLowerCase().startsWith(`${each} `));
  return kind ? { kind, name: composed.slice(kind.length + 1) } : { kind: "xã", name: composed };
}
