import { setImmediate } from "node:timers/promises";
import type { AddressAtlas, AdminUnit } from "./atlas.ts";
import { foldedKey, foldedWord, markedKey } from "./name-keys.ts";
import { provinceAliases, unitAliases } from "./aliases.ts";
import { wordsOfLevels } from "./typed-text.ts";

/** A name by which a unit can be typed. */
export interface LexiconName {
  unit: AdminUnit;
  /** its own name with diacritics as a key, null for an alias */
  marked: string | null;
}

/** Finds names by keys without diacritics: whole, by their beginning, or with one slip. */
export interface Lexicon {
  isWord: (folded: string) => boolean;
  exact: (key: string) => readonly LexiconName[];
  /** names that begin with the key, at most 60 keys, the shortest first */
  beginning: (key: string) => readonly LexiconName[];
  /** names that differ by one inserted, deleted, changed or swapped character; keys of at least 5 characters */
  similar: (key: string) => readonly LexiconName[];
}

const minTypoLength = 5;
const maxCompletions = 60;

const deletions = (key: string): string[] => Array.from(key, (_, index) => key.slice(0, index) + key.slice(index + 1));

/** Whether one insertion, deletion, change or swap of neighbours leads from one key to the other. */
function differByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const rest = (text: string, from: number) => text.slice(start + from);
  if (rest(one, 1) === rest(other, 1) || rest(one, 1) === rest(other, 0) || rest(one, 0) === rest(other, 1))
    return true;
  return one[start] === other[start + 1] && one[start + 1] === other[start] && rest(one, 2) === rest(other, 2);
}

/** After this number of names the build of the index lets other requests run: they wait a few milliseconds. */
const namesAtOnce = 200;

async function collectNames(atlas: AddressAtlas): Promise<{ names: Map<string, LexiconName[]>; words: Set<string> }> {
  const names = new Map<string, LexiconName[]>();
  const words = new Set(wordsOfLevels);
  const add = (key: string, name: LexiconName): void => {
    const list = names.get(key);
    if (!list) names.set(key, [name]);
    else if (!list.some(({ unit }) => unit === name.unit)) list.push(name);
  };
  // an island district without wards is found as its own ward
  const islands = new Set(
    [...atlas.units.old3.keys()].flatMap((code) => (code.startsWith("H") ? [code.slice(1)] : [])),
  );
  const old = [...atlas.units.old3.values()].filter(({ level, code }) => level !== "district" || !islands.has(code));
  const all = [...atlas.units.new2.values(), ...old];
  const aliases: [string, AdminUnit][] = [];
  for (const [index, unit] of all.entries()) {
    if (index % namesAtOnce === 0) await setImmediate();
    const ownKey = foldedKey(unit.ownName);
    add(ownKey, { unit, marked: markedKey(unit.ownName) });
    for (const word of unit.ownName.match(/[\p{L}\p{M}]+/gu) ?? []) words.add(foldedWord(word));
    const ofProvince = unit.level === "province" ? (provinceAliases[ownKey] ?? []) : [];
    for (const key of [...unit.formerKeys, ...ofProvince, ...(unitAliases[ownKey] ?? [])]) aliases.push([key, unit]);
  }
  // after all own names, which come first in the list of a key
  for (const [key, unit] of aliases) add(key, { unit, marked: null });
  return { names, words };
}

/** Builds the index of names, without blocking other requests. */
export async function buildLexicon(atlas: AddressAtlas): Promise<Lexicon> {
  const { names, words } = await collectNames(atlas);
  const sorted = [...names.keys()].toSorted();
  const byDeletion = new Map<string, string[]>();
  const link = (deletion: string, key: string): void => {
    const keys = byDeletion.get(deletion);
    if (keys) keys.push(key);
    else byDeletion.set(deletion, [key]);
  };
  for (const [index, key] of sorted.filter(({ length }) => length >= minTypoLength).entries()) {
    if (index % namesAtOnce === 0) await setImmediate();
    link(key, key);
    for (const deletion of deletions(key)) link(deletion, key);
  }
  const namesOf = (keys: Iterable<string>): LexiconName[] => [...keys].flatMap((key) => names.get(key) ?? []);
  return {
    isWord: (folded) => words.has(folded) || names.has(folded),
    exact: (key) => names.get(key) ?? [],
    beginning: (key) => {
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sorted[middle] ?? "") < key) low = middle + 1;
        else high = middle;
      }
      const found: string[] = [];
      for (let index = low; sorted[index]?.startsWith(key); index++) {
        const name = sorted[index];
        if (name && name !== key) found.push(name);
      }
      return namesOf(found.toSorted((one, other) => one.length - other.length).slice(0, maxCompletions));
    },
    similar: (key) => {
      if (key.length < minTypoLength) return [];
      const keys = new Set([key, ...deletions(key)].flatMap((deletion) => byDeletion.get(deletion) ?? []));
      return namesOf([...keys].filter((other) => differByOne(key, other)));
    },
  };
}
