import { foldedWord, hasMarks, markedKey } from "./name-keys.ts";
import { decodeTelex } from "./telex.ts";

/** A word or number of the text. */
export interface TypedWord {
  /** as typed, or decoded from Telex keys */
  text: string;
  folded: string;
  /** position in the text: the first character and the one after the last */
  start: number;
  end: number;
  /** number of the part between commas */
  part: number;
}

export interface TypedText {
  /** in NFC, with single spaces */
  text: string;
  words: TypedWord[];
  /** index of the first word of each part */
  partStarts: number[];
  hasMarks: boolean;
  /** false after a comma or space: the last word is complete */
  endsInWord: boolean;
}

const separator = /[,;()[\]|\n]|\s[-–—]+\s/;
const tokens = /[,;()[\]|\n]|\s[-–—]+\s|[\p{L}\p{M}]+|\p{N}+/gu;
const maxWords = 40;

/**
 * Splits what was typed into words and parts.
 * @param isKnown whether a folded word is in the name of a unit; others are decoded from Telex
 */
export function readText(input: string, isKnown: (folded: string) => boolean): TypedText {
  const text = input
    .normalize("NFC")
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();
  const words: TypedWord[] = [];
  const partStarts = [0];
  for (const match of text.matchAll(tokens)) {
    if (separator.test(match[0])) {
      // a dash may be within a name: "Bà Rịa - Vũng Tàu"
      if (/[-–—]/.test(match[0])) continue;
      if (words.length > (partStarts.at(-1) ?? 0)) partStarts.push(words.length);
      continue;
    }
    if (words.length === maxWords) break;
    words.push(readWord(match[0], match.index, partStarts.length - 1, isKnown));
  }
  return {
    text,
    words,
    partStarts,
    hasMarks: words.some((word) => hasMarks(word.text)),
    endsInWord: /[\p{L}\p{M}\p{N}]$/u.test(text),
  };
}

function readWord(text: string, start: number, part: number, isKnown: (folded: string) => boolean): TypedWord {
  const position = { start, end: start + text.length, part };
  const folded = foldedWord(text);
  if (isKnown(folded)) return { text, folded, ...position };
  const decoded = decodeTelex(text.toLowerCase());
  return decoded !== null && isKnown(foldedWord(decoded))
    ? { text: decoded, folded: foldedWord(decoded), ...position }
    : { text, folded, ...position };
}

export type LevelWord = "phường" | "xã" | "thị trấn" | "đặc khu" | "quận" | "huyện" | "thị xã" | "thành phố" | "tỉnh";

const levels: Record<LevelWord, readonly string[]> = {
  phường: ["phuong", "p", "ph", "f", "ward"],
  xã: ["xa", "x", "commune"],
  "thị trấn": ["thi tran", "tt", "t t", "town"],
  "đặc khu": ["dac khu"],
  quận: ["quan", "q", "district", "dist"],
  huyện: ["huyen", "h"],
  "thị xã": ["thi xa", "tx", "t x"],
  "thành phố": ["thanh pho", "tp", "t p", "city"],
  tỉnh: ["tinh", "t", "province"],
};
const byLevelWord = new Map(
  Object.entries(levels).flatMap(([level, phrases]) => phrases.map((phrase) => [phrase, level as LevelWord] as const)),
);
/** Words in which a level can be written: known besides the names of units. */
export const wordsOfLevels: readonly string[] = Object.values(levels).flatMap((phrases) =>
  phrases.flatMap((phrase) => phrase.split(" ")),
);

/** A level written before a word. */
export interface WrittenLevel {
  level: LevelWord;
  /** index of its first word */
  from: number;
  /** it may also be a part of a name: "xa" in "phuc xa ba dinh" */
  isUncertain: boolean;
}

export function levelBefore({ words }: TypedText, index: number): WrittenLevel | null {
  for (const length of [2, 1]) {
    const before = words.slice(Math.max(0, index - length), index);
    if (before.length < length || before[0]?.part !== words[index]?.part) continue;
    const level = byLevelWord.get(before.map(({ folded }) => folded).join(" "));
    if (!level) continue;
    const written = before.map(({ text }) => text).join(" ");
    if (hasMarks(written) && markedKey(written) !== markedKey(level)) continue;
    return { level, from: index - length, isUncertain: !hasMarks(written) };
  }
  return null;
}

const englishAfter = new Set(["ward", "commune", "town", "district", "dist", "city", "province"]);
/** The level written after a name, as in English: "Tan Binh District". */
export function levelAfter({ words }: TypedText, index: number): LevelWord | null {
  const word = words[index];
  return word && englishAfter.has(word.folded) && words[index - 1]?.part === word.part
    ? (byLevelWord.get(word.folded) ?? null)
    : null;
}

const lineWords = new Map(
  "số ngõ ngách hẻm kiệt thôn xóm ấp tổ khu đường phố lô tầng tòa căn khóm đội sn kp tdp cc kdc kcn ktx ql tl dt hl house street st alley lane road room floor building"
    .split(" ")
    .map((word) => [foldedWord(word), markedKey(word)]),
);
/** Words after which a name is that of a street, hamlet or building. */
export function isLineWord(word: TypedWord | undefined): boolean {
  const marked = word && lineWords.get(word.folded);
  return marked !== undefined && (!hasMarks(word?.text ?? "") || markedKey(word?.text ?? "") === marked);
}

const isNumberWord = (word: TypedWord | undefined): boolean => word !== undefined && /^\d/.test(word.folded);

/** How a part begins: as a street line does, with a house number or a word such as "ngõ", "ấp"; else null. */
export function lineStart({ words }: TypedText, first: number): "number" | "word" | null {
  const word = words[first];
  if (isNumberWord(word)) return "number";
  return isLineWord(word) ? "word" : null;
}

/** In a part that begins as a street line: the index of the first word of the street's name, "Lê" in "số 5 ngõ 12 Lê Lợi". */
export function streetNameStart({ words, partStarts }: TypedText, part: number): number {
  let index = partStarts[part] ?? 0;
  while (isNumberWord(words[index]) || isLineWord(words[index])) {
    // streets are numbered too: "đường số 7", "đường 30/4"
    if (words[index]?.folded === "duong" && (isNumberWord(words[index + 1]) || isNumberWord(words[index + 2])))
      return index + 1;
    index++;
  }
  return index;
}

const fillers = new Set(["vietnam", "vn", "cu", "moi", "nay", "la", "truoc", "day", "formerly", "thuoc", "o", "tai"]);
/** Words that name no unit: "Việt Nam", "cũ", "nay là", a postcode. */
export function isFiller({ words }: TypedText, index: number): boolean {
  const word = words[index];
  if (!word) return true;
  const country = word.folded === "viet" ? words[index + 1]?.folded === "nam" : words[index - 1]?.folded === "viet";
  return fillers.has(word.folded) || (country && ["viet", "nam"].includes(word.folded)) || /^\d{5,6}$/.test(word.text);
}
