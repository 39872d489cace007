import { readFile } from "node:fs/promises";
import { getAllCommunes } from "vietnam-provinces-js/communes";
import { getAllDistricts } from "vietnam-provinces-js/districts";
import { getAllProvince } from "vietnam-provinces-js/provinces";
import type { AddressScheme, UnitLevel } from "#contract/address.ts";
import type { AddressDataset } from "./dataset.ts";
import { displayName, splitName, type UnitKind } from "./name-keys.ts";

/** A province, district or ward of one of the schemes. */
export interface AdminUnit {
  scheme: AddressScheme;
  level: UnitLevel;
  /** of the statistics office: 2, 3 or 5 digits, "H536" for an old district without wards. Unique within its scheme only. */
  code: string;
  /** "Phường Tân Sơn" */
  name: string;
  /** "Tân Sơn" */
  ownName: string;
  kind: UnitKind;
  parent: AdminUnit | null;
  /** keys of names that it had before, or took in with another unit */
  formerKeys: readonly string[];
}

/** All units of both schemes, and the moves between them. */
export interface AddressAtlas {
  version: string;
  dataset: AddressDataset;
  units: Record<AddressScheme, ReadonlyMap<string, AdminUnit>>;
  childrenOf: ReadonlyMap<AdminUnit, readonly AdminUnit[]>;
  /** new wards of an old ward: several if it was split, none if it is unknown where it went */
  targetsOf: (oldWard: AdminUnit) => readonly AdminUnit[];
  /** old wards of which a new ward has the whole area or a part; those that moved whole first */
  sourcesOf: (newWard: AdminUnit) => readonly AdminUnit[];
  /** the districts that a new ward's area belonged to */
  districtsOf: (newWard: AdminUnit) => readonly AdminUnit[];
  /** the provinces of the other scheme that a province became, or was made of */
  counterpartsOf: (province: AdminUnit) => readonly AdminUnit[];
  /** the old ward of a code, also of one that other lists have for it; undefined if there is none */
  oldWard: (code: string) => AdminUnit | undefined;
}

const unitOf = (scheme: AddressScheme, level: UnitLevel, code: string, name: string, parent: AdminUnit | null) => {
  const fullName = displayName(name);
  const parts = splitName(fullName);
  return {
    scheme,
    level,
    code,
    // one source has "xã" and "Thị Trấn"
    name: `${parts.kind.charAt(0).toUpperCase()}${parts.kind.slice(1)} ${parts.name}`,
    ownName: parts.name,
    kind: parts.kind,
    parent,
    formerKeys: [] as readonly string[],
  };
};

interface OldUnits {
  units: ReadonlyMap<string, AdminUnit>;
  /** the code in use for a code that is in the old list alone; "" if it is unknown what became of the ward */
  otherCodes: ReadonlyMap<string, string>;
}

async function readOldUnits(): Promise<OldUnits> {
  const [provinces, districts, communes, names] = await Promise.all([
    getAllProvince(),
    getAllDistricts(),
    getAllCommunes(),
    readFile(new URL("./data/former-names.tsv", import.meta.url), "utf8"),
  ]);
  const rows = names.split("\n").map((line) => line.split("\t"));
  const rowsOf = (type: string) => rows.filter(([first]) => first === type).map(([, ...rest]) => rest);
  const formerKeys = new Map(rowsOf("former").map(([code = "", keys = ""]) => [code, keys.split(",")]));
  const otherCodes = new Map(rowsOf("gone").map(([code = "", heir = ""]) => [code, heir]));
  const units = new Map<string, AdminUnit>();
  const add = (level: UnitLevel, code: string, name: string, parentCode: string): void => {
    const unit = unitOf("old3", level, code, name, units.get(parentCode) ?? null);
    units.set(code, { ...unit, formerKeys: formerKeys.get(code) ?? [] });
  };
  for (const { idProvince, name } of provinces) add("province", idProvince, name, "");
  for (const { idDistrict, idProvince, name } of districts) add("district", idDistrict, name, idProvince);
  for (const { idCommune, idDistrict, name } of communes) {
    if (!otherCodes.has(idCommune)) add("ward", idCommune, name, idDistrict);
  }
  for (const [code = "", district = "", name = ""] of rowsOf("added")) add("ward", code, name, district);
  const withWards = new Set([...units.values()].flatMap(({ level, parent }) => (level === "ward" ? [parent] : [])));
  for (const district of [...units.values()].filter((unit) => unit.level === "district" && !withWards.has(unit)))
    add("ward", `H${district.code}`, district.name, district.code);
  return { units, otherCodes };
}

let oldUnits: Promise<OldUnits> | undefined;
/** Read once: the old units no longer change. */
const loadOldUnits = (): Promise<OldUnits> => {
  oldUnits ??= readOldUnits();
  return oldUnits;
};

function newUnits(dataset: AddressDataset): ReadonlyMap<string, AdminUnit> {
  const units = new Map<string, AdminUnit>();
  for (const [code, { name }] of dataset.provinces) units.set(code, unitOf("new2", "province", code, name, null));
  for (const [code, { name, province }] of dataset.wards)
    units.set(code, unitOf("new2", "ward", code, name, units.get(province) ?? null));
  return units;
}

export const provinceOf = (unit: AdminUnit): AdminUnit => (unit.parent ? provinceOf(unit.parent) : unit);
const unique = <Item>(items: Iterable<Item>): Item[] => [...new Set(items)];
const none: readonly AdminUnit[] = [];

/** A multimap's values, each once. */
function grouped(pairs: Iterable<readonly [AdminUnit, AdminUnit]>): ReadonlyMap<AdminUnit, readonly AdminUnit[]> {
  const groups = Map.groupBy(pairs, ([key]) => key);
  return new Map([...groups].map(([key, values]) => [key, unique(values.map(([, value]) => value))]));
}

/** @throws if a file of the installation is missing */
export async function buildAtlas(dataset: AddressDataset): Promise<AddressAtlas> {
  const { units: old, otherCodes } = await loadOldUnits();
  const current = newUnits(dataset);
  const moves: [AdminUnit, AdminUnit][] = [];
  for (const [from, to] of dataset.moves) {
    const source = old.get(from);
    for (const code of source ? to : []) {
      const target = current.get(code);
      if (source && target) moves.push([source, target]);
    }
  }
  const targets = grouped(moves);
  const isSplit = (ward: AdminUnit): boolean => (targets.get(ward)?.length ?? 0) > 1;
  const inverse = moves.map(([source, target]) => [target, source] as const);
  const sources = grouped(inverse.toSorted(([, one], [, other]) => Number(isSplit(one)) - Number(isSplit(other))));
  const districts = grouped(inverse.map(([target, source]) => [target, source.parent ?? source] as const));
  const provincePairs = moves.map(([source, target]) => [provinceOf(source), provinceOf(target)] as const);
  const counterparts = grouped([...provincePairs, ...provincePairs.map(([one, other]) => [other, one] as const)]);
  const all = [...old.values(), ...current.values()];
  return {
    version: dataset.version,
    dataset,
    units: { old3: old, new2: current },
    childrenOf: grouped(all.flatMap((unit) => (unit.parent ? [[unit.parent, unit] as const] : []))),
    targetsOf: (ward) => targets.get(ward) ?? none,
    sourcesOf: (ward) => sources.get(ward) ?? none,
    districtsOf: (ward) => districts.get(ward) ?? none,
    counterpartsOf: (province) => counterparts.get(province) ?? none,
    oldWard: (code) => {
      const unit = old.get(otherCodes.get(code) ?? code);
      return unit?.level === "ward" ? unit : undefined;
    },
  };
}
