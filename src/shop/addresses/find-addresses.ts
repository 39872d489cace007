import type { AddressScheme } from "#contract/address.ts";
import { type AddressAtlas, type AdminUnit, provinceOf } from "./atlas.ts";
import type { Lexicon } from "./lexicon.ts";
import { foldedKey } from "./name-keys.ts";
import { findMentions, type Mention } from "./mentions.ts";
import { isFiller, levelBefore, lineStart, readText, type TypedText } from "./typed-text.ts";

/** One reading of the text. */
export interface FoundAddress {
  unit: AdminUnit;
  score: number;
  /** what is left for the street: number, street, hamlet, building */
  line: string;
  /** the text names this unit's path with all diacritics, and leaves nothing open */
  isExact: boolean;
}

export interface FindOptions {
  limit: number;
  scheme: AddressScheme | "both";
}

const inLinePenalty = 1.5;
const orderPenalty = 0.5;
const counterpartPenalty = 0.2;
const formerDistrictPenalty = 0.3;

const overlap = (one: Mention, other: Mention): boolean => one.from < other.end && other.from < one.end;

/** The mentions of a text by level, and of wards by unit. */
interface Mentions {
  provinces: Mention[];
  districts: Mention[];
  wards: Mention[];
  wardsByUnit: ReadonlyMap<AdminUnit, Mention[]>;
}

/** The best of some mentions that overlaps none of the used ones. */
function best(
  mentions: readonly Mention[],
  used: readonly Mention[],
  scoreOf: (mention: Mention) => number,
): [Mention, number] | null {
  let found: [Mention, number] | null = null;
  for (const mention of mentions) {
    const score = scoreOf(mention);
    if (score > 0 && (!found || score > found[1]) && !used.some((other) => overlap(mention, other)))
      found = [mention, score];
  }
  return found;
}

/** Scores the readings of one text. */
class AddressReadings {
  readonly #atlas: AddressAtlas;
  readonly #text: TypedText;
  readonly #mentions: Mentions;
  /** where a number follows a ward's level: such wards existed before July 2025 only */
  readonly #numberAt: number | null;

  constructor(atlas: AddressAtlas, text: TypedText, mentions: readonly Mention[]) {
    this.#atlas = atlas;
    this.#text = text;
    const ofLevel = (level: AdminUnit["level"]) => mentions.filter(({ unit }) => unit.level === level);
    const wards = ofLevel("ward");
    this.#mentions = {
      provinces: ofLevel("province"),
      districts: ofLevel("district"),
      wards,
      wardsByUnit: Map.groupBy(wards, ({ unit }) => unit),
    };
    const number = text.words.findIndex(
      ({ folded }, index) => /^\d+$/.test(folded) && ["phường", "xã"].includes(levelBefore(text, index)?.level ?? ""),
    );
    this.#numberAt = number < 0 ? null : number;
  }

  readings(): FoundAddress[] {
    const { wards, districts, provinces } = this.#mentions;
    return [...wards, ...districts, ...provinces].flatMap((mention) => this.#read(mention) ?? []);
  }

  /** The best reading of a unit's mention: a word may belong to the district's name or to the province's. */
  #read(mention: Mention): FoundAddress | null {
    const [best, other] = [true, false].flatMap((withDistrict) => this.#readWith(mention, withDistrict) ?? []);
    return best && other && other.score > best.score ? other : (best ?? null);
  }

  #readWith(mention: Mention, withDistrict: boolean): FoundAddress | null {
    const { unit } = mention;
    const used = [mention];
    let score = mention.score;
    const add = (found: [Mention, number] | null): void => {
      if (!found) return;
      used.push(found[0]);
      score += found[1] - (found[0].start < mention.start && unit.level === "ward" ? orderPenalty : 0);
    };
    if (unit.level === "ward" && withDistrict) add(this.#districtOf(unit, used));
    if (unit.level !== "province") add(this.#provinceOf(unit, used));
    const hasPlace = used.length > 1;
    const other = unit.level === "ward" ? this.#otherName(unit, used) : null;
    if (other) used.push(other[0]);
    if (!this.#isNumberRespected(unit, used)) return null;
    if (used.some(({ inLine }) => inLine)) {
      if (!hasPlace || !used.some(({ start }) => start > mention.start)) return null;
      score -= inLinePenalty;
    }
    const rest = this.#rest(used);
    const isExact = unit.level === "ward" && hasPlace && rest.isExplained && used.every(({ isMarked }) => isMarked);
    return { unit, score: score + (other?.[1] ?? 0) - rest.penalty, line: rest.line, isExact };
  }

  #districtOf(unit: AdminUnit, used: Mention[]): [Mention, number] | null {
    const former = unit.scheme === "new2" ? this.#atlas.districtsOf(unit) : null;
    return best(this.#mentions.districts, used, ({ unit: district, score }) => {
      if (former) return former.includes(district) ? score - formerDistrictPenalty : 0;
      return district === unit.parent ? score : 0;
    });
  }

  #provinceOf(unit: AdminUnit, used: Mention[]): [Mention, number] | null {
    const own = provinceOf(unit);
    return best(this.#mentions.provinces, used, ({ unit: province, score }) => {
      if (province === own) return score;
      return this.#otherProvinces(unit).includes(province) ? score - counterpartPenalty : 0;
    });
  }

  #otherProvinces(unit: AdminUnit): readonly AdminUnit[] {
    if (unit.level === "district") return this.#atlas.counterpartsOf(provinceOf(unit));
    const others = unit.scheme === "new2" ? this.#atlas.sourcesOf(unit) : this.#atlas.targetsOf(unit);
    return others.map(provinceOf);
  }

  /** A ward of the other scheme that is named after this one and has the same place. */
  #otherName(unit: AdminUnit, used: Mention[]): [Mention, number] | null {
    const others = unit.scheme === "new2" ? this.#atlas.sourcesOf(unit) : this.#atlas.targetsOf(unit);
    const named = others.flatMap((other) => this.#mentions.wardsByUnit.get(other) ?? []);
    const first = used[0]?.start ?? 0;
    return best(named, used, (mention) => (mention.start > first && !mention.inLine ? mention.score / 2 : 0));
  }

  #isNumberRespected(unit: AdminUnit, used: readonly Mention[]): boolean {
    const number = this.#numberAt;
    if (number === null || used.some(({ start, end }) => start <= number && number < end)) return true;
    return unit.scheme === "old3" && unit.level !== "ward";
  }

  /** What the used mentions leave: the street before them, and words that they do not explain. */
  #rest(used: readonly Mention[]): { line: string; penalty: number; isExplained: boolean } {
    const { words, text, partStarts } = this.#text;
    const first = Math.min(...used.map(({ from }) => from));
    const isUsed = (index: number): boolean => used.some(({ from, end }) => from <= index && index < end);
    const isStreet = (index: number): boolean =>
      lineStart(this.#text, partStarts[words[index]?.part ?? 0] ?? 0) !== null;
    const after = words.map((_, index) => index).filter((index) => index > first && !isUsed(index));
    const last = Math.max(...used.map(({ end }) => end));
    const open = after.filter((index) => !isFiller(this.#text, index) && !(isStreet(index) && index >= last));
    const before = words.slice(0, first).filter((_, index) => !isStreet(index));
    // what follows the units is the street if they are written first
    const trailing = first === 0 ? after.find((index) => isStreet(index) && !open.includes(index)) : undefined;
    const line =
      trailing === undefined
        ? text.slice(0, words[first]?.start ?? 0)
        : text.slice(words[trailing]?.start ?? text.length);
    return {
      line: line.replace(/^[\s,;(-]+|[\s,;(–-]+$/g, ""),
      penalty: Math.min(3, open.length) + Math.min(1.2, before.length * 0.4),
      isExplained: open.length === 0,
    };
  }
}

const sizes = { province: 0, district: 1, ward: 2 };
const kindOrder = ["phường", "thành phố", "quận", "đặc khu", "thị xã", "tỉnh", "huyện", "thị trấn", "xã"];
/** The largest cities come first among provinces with equal names. */
const provinceOrder = ["79", "01", "48", "31", "92"];
const orderOf = (list: readonly string[], value: string): number => {
  const index = list.indexOf(value);
  return index < 0 ? list.length : index;
};

/** 2 for a new ward that has the name of the province whose capital it was, 1 for one with that of its district. */
function computeProminence(atlas: AddressAtlas, unit: AdminUnit): number {
  const key = foldedKey(unit.ownName);
  const districts = atlas.districtsOf(unit);
  if (districts.some((district) => foldedKey(provinceOf(district).ownName) === key)) return 2;
  return districts.some(({ ownName }) => foldedKey(ownName) === key) ? 1 : 0;
}

/** Prominence of new wards, whose objects belong to one atlas: sorting compares each of them many times. */
const prominences = new WeakMap<AdminUnit, number>();
function prominence(atlas: AddressAtlas, unit: AdminUnit): number {
  if (unit.scheme === "old3" || unit.level !== "ward") return 0;
  const known = prominences.get(unit) ?? computeProminence(atlas, unit);
  prominences.set(unit, known);
  return known;
}

function compare(atlas: AddressAtlas, one: FoundAddress, other: FoundAddress): number {
  // scores are sums of tenths
  if (Math.abs(one.score - other.score) > 0.05) return other.score - one.score;
  const [first, second] = [one.unit, other.unit];
  if (first.scheme !== second.scheme) return first.scheme === "new2" ? -1 : 1;
  return (
    (first.scheme === "old3" ? sizes[first.level] - sizes[second.level] : 0) ||
    prominence(atlas, second) - prominence(atlas, first) ||
    orderOf(kindOrder, first.kind) - orderOf(kindOrder, second.kind) ||
    orderOf(provinceOrder, provinceOf(first).code) - orderOf(provinceOrder, provinceOf(second).code) ||
    first.code.localeCompare(second.code)
  );
}

/** Each unit once, with its best reading. */
function bestOfEach(atlas: AddressAtlas, readings: readonly FoundAddress[]): FoundAddress[] {
  const byUnit = new Map<AdminUnit, FoundAddress>();
  for (const reading of readings) {
    const known = byUnit.get(reading.unit);
    if (!known || reading.score > known.score) byUnit.set(reading.unit, reading);
  }
  return [...byUnit.values()].toSorted((one, other) => compare(atlas, one, other));
}

/** Without the old provinces whose name a new one has: both would be listed as the same text. */
function withoutOldNamesakes(found: readonly FoundAddress[]): FoundAddress[] {
  const isNew = ({ unit }: FoundAddress): boolean => unit.level === "province" && unit.scheme === "new2";
  const names = new Set(found.filter(isNew).map(({ unit }) => unit.name));
  return found.filter(
    (reading) => reading.unit.level !== "province" || isNew(reading) || !names.has(reading.unit.name),
  );
}

const reservedForOld = 2;
const nearly = 1;
/** At most `limit`; an old province, district or ward that fits nearly as well as the first is among them. */
function firstOnes(found: readonly FoundAddress[], limit: number): FoundAddress[] {
  const shown = found.slice(0, limit);
  const bestScore = shown[0]?.score ?? 0;
  if (found.length <= limit || shown.some(({ unit }) => unit.scheme === "old3")) return shown;
  const old = found
    .filter(({ unit, score }) => unit.scheme === "old3" && score >= bestScore - nearly)
    .toSorted((one, other) => sizes[one.unit.level] - sizes[other.unit.level])
    .slice(0, reservedForOld);
  return [...shown.slice(0, limit - old.length), ...old];
}

/** The new wards that a district became, after the district itself. */
function withSuccessors(found: readonly FoundAddress[], atlas: AddressAtlas): FoundAddress[] {
  const [first] = found;
  if (first?.unit.level !== "district") return [...found];
  const wards = atlas.childrenOf.get(first.unit) ?? [];
  const known = new Set(found.map(({ unit }) => unit));
  const successors = new Set(wards.flatMap((ward) => atlas.targetsOf(ward)).filter((ward) => !known.has(ward)));
  return [...found, ...[...successors].map((unit) => ({ unit, score: 0, line: first.line, isExact: false }))];
}

/** Readings far below the best are noise. */
const maxGap = 3.2;

/**
 * The units that a text may name, best first: at most `limit`. Text that names none, such as a street alone, has no
 * result.
 */
export function findAddresses(
  atlas: AddressAtlas,
  lexicon: Lexicon,
  input: string,
  { limit, scheme }: FindOptions,
): FoundAddress[] {
  const text = readText(input, lexicon.isWord);
  const readings = new AddressReadings(atlas, text, findMentions(text, lexicon)).readings();
  const wanted = readings.filter(({ unit }) => scheme === "both" || unit.scheme === scheme);
  const found = withoutOldNamesakes(bestOfEach(atlas, wanted));
  const bestScore = found[0]?.score ?? 0;
  const relevant = found.filter(({ score }) => score > 0 && score >= bestScore - maxGap);
  const alone = relevant.filter(({ isExact, score }) => isExact && score >= bestScore - nearly).length === 1;
  const shown = firstOnes(relevant, limit).map((reading, index) => ({
    ...reading,
    isExact: reading.isExact && alone && index === 0,
  }));
  const all = scheme === "old3" ? shown : withSuccessors(shown, atlas);
  return all.slice(0, limit);
}
