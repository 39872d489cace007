import type { AdminUnit } from "./atlas.ts";
import { joinFolded, markedKey } from "./name-keys.ts";
import type { Lexicon, LexiconName } from "./lexicon.ts";
import {
  isLineWord,
  levelAfter,
  levelBefore,
  type LevelWord,
  lineStart,
  streetNameStart,
  type TypedText,
} from "./typed-text.ts";

/** A place in the text where a unit may be named. */
export interface Mention {
  unit: AdminUnit;
  /** index of the first word, of the level before the name if there is one */
  from: number;
  /** index of the name's first word, and of the word after the name and its level */
  start: number;
  end: number;
  /** 5 with the same diacritics, 4 without, 3 the beginning of a name, 2 with a slip; a little more or less by the level */
  score: number;
  /** whether the name is written with the unit's diacritics */
  isMarked: boolean;
  /** within a street line: possible only if a larger unit follows */
  inLine: boolean;
}

const maxNameWords = 6;
const minBeginning = 2;
const aliasScore = 3.8;

const wardLevels: ReadonlySet<LevelWord> = new Set(["phường", "xã", "thị trấn", "đặc khu"]);
const districtLevels: ReadonlySet<LevelWord> = new Set(["quận", "huyện", "thị xã", "thành phố"]);

/** What a written level adds to the score of a unit; null if the unit cannot be meant. */
function levelScore(level: LevelWord | null, unit: AdminUnit): number | null {
  if (level === null) return 0;
  const fits =
    unit.level === "ward"
      ? wardLevels.has(level) || level === unit.kind
      : unit.level === "district"
        ? districtLevels.has(level)
        : level === "tỉnh" || level === "thành phố";
  if (!fits) return null;
  return level === unit.kind ? 0.4 : unit.level === "province" ? 0 : -0.4;
}

interface Span {
  start: number;
  end: number;
  key: string;
  marked: string;
}

function* spansOf({ words }: TypedText): Generator<Span> {
  for (let start = 0; start < words.length; start++)
    for (let end = start + 1; end <= Math.min(words.length, start + maxNameWords); end++) {
      const span = words.slice(start, end);
      if (span.at(-1)?.part !== span[0]?.part) break;
      const key = joinFolded(span.map(({ folded }) => folded));
      yield { start, end, key, marked: markedKey(span.map(({ text }) => text).join(" ")) };
    }
}

/** Short aliases such as "hn" are also syllables: accepted only at the end of a part. */
const isShortAlias = ({ marked }: LexiconName, key: string): boolean => marked === null && key.length <= 2;

/** All units that the text may name, by every span of its words. */
export function findMentions(text: TypedText, lexicon: Lexicon): Mention[] {
  const mentions = [...spansOf(text)].flatMap((span) => mentionsOf(span, text, lexicon));
  // "Vũng Tàu" in "Bà Rịa - Vũng Tàu" is no city
  const long = mentions.filter(
    ({ unit, start, end, score }) => unit.level === "province" && end - start > 2 && score >= 4,
  );
  const isInside = (mention: Mention): boolean =>
    long.some(
      ({ start, end }) => start <= mention.start && mention.end <= end && mention.end - mention.start < end - start,
    );
  return mentions.filter((mention) => !isInside(mention));
}

function mentionsOf(span: Span, text: TypedText, lexicon: Lexicon): Mention[] {
  return placesOf(span, text).flatMap((place) => mentionsAt(place, span, text, lexicon));
}

/** Where a span is read as a name, with the level around it. */
type NamePlace = Pick<Mention, "from" | "start" | "end" | "inLine"> & { level: LevelWord | null };

/** A span can be read with the level around it, and without if that may be a part of another name; not within a street. */
function placesOf({ start, end, key }: Span, text: TypedText): NamePlace[] {
  const before = levelBefore(text, start);
  const after = before ? null : levelAfter(text, end);
  const places: NamePlace[] = [];
  if (before) places.push({ from: before.from, start, end, inLine: false, level: before.level });
  if (after) places.push({ from: start, start, end: end + 1, inLine: false, level: after });
  if (isNumber(key) || after || (before && !before.isUncertain)) return places;
  const part = text.words[start]?.part ?? 0;
  const partStart = text.partStarts[part] ?? 0;
  if (start > partStart && isLineWord(text.words[start - 1])) return places;
  const line = lineStart(text, partStart);
  const inLine = line !== null && !(line === "word" && start === partStart);
  if (!inLine || start > streetNameStart(text, part)) places.push({ from: start, start, end, inLine, level: null });
  return places;
}

const isNumber = (key: string): boolean => /^\d+$/.test(key);

function mentionsAt({ level, ...place }: NamePlace, span: Span, text: TypedText, lexicon: Lexicon): Mention[] {
  if (isNumber(span.key) && span.end > span.start + 1) return [];
  const scored = (names: readonly LexiconName[], scoreOf: (name: LexiconName) => number): Mention[] =>
    names.flatMap((name) => {
      const bonus = levelScore(level, name.unit);
      if (bonus === null) return [];
      const isMarked = text.hasMarks && name.marked === span.marked;
      return [{ unit: name.unit, ...place, score: scoreOf(name) + bonus, isMarked }];
    });
  const endsPart = text.words[span.end]?.part !== text.words[span.start]?.part;
  const exact = lexicon.exact(span.key).filter((name) => !isShortAlias(name, span.key) || endsPart || level !== null);
  const found = scored(exact, ({ marked }) =>
    marked === null ? aliasScore : text.hasMarks && marked === span.marked ? 5 : 4,
  );
  if (isNumber(span.key) || place.inLine) return found;
  if (span.end === text.words.length && text.endsInWord && span.key.length >= minBeginning) {
    const isFirst = level !== null || text.partStarts.includes(span.start);
    found.push(...scored(lexicon.beginning(span.key), () => 3).filter(({ unit }) => isFirst || unit.level !== "ward"));
  }
  if (exact.length === 0 && isLongWord(span, text)) found.push(...scored(lexicon.similar(span.key), () => 2));
  return found;
}

/** A slip is accepted in words of at least 5 characters, or in names of two words. */
const isLongWord = ({ start, end, key }: Span, { words }: TypedText): boolean =>
  key.length >= 5 && (end - start > 1 || (words[start]?.folded.length ?? 0) >= 5);
