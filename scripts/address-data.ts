// Converts the published lists of administrative units into the files of src/shop/addresses/data. Run manually, after an
// update of a source: node scripts/address-data.ts FOLDER. The folder has the files named in `sources` below, as published.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { getAllCommunes } from "vietnam-provinces-js/communes";
import { getAllDistricts } from "vietnam-provinces-js/districts";
import { getAllProvince } from "vietnam-provinces-js/provinces";
import { foldedKey, joinFolded, splitName } from "#shop/addresses/name-keys.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Usage: node scripts/address-data.ts FOLDER");

/** The date from which the new units are valid. */
const dataVersion = "2026-04-30";
const sources = {
  units: "vn_only_simplified_json_generated_data_vn_units_2026-07-25__20_49_07.json",
  moves: "convert_legacy_2025_simple.csv",
  wardNames: "alias_ward.csv",
  districtNames: "alias_district.csv",
  dividedDistricts: "divided_district.csv",
};
const text = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
const csv = async (name: string): Promise<Record<string, string>[]> =>
  parse(await text(name), { columns: true, bom: true, skip_empty_lines: true });

/** Errors of the sources: the mapping has two codes that are not in use, the list one name in lower case. */
const codeFixes = new Map([
  ["06970", "06978"],
  ["23737", "23938"],
]);
const nameFix = (name: string): string => name.normalize("NFC").replace(/^xã /, "Xã ");

const provinces = (
  JSON.parse(await text(sources.units)) as {
    Code: string;
    FullName: string;
    Wards: { Code: string; FullName: string }[];
  }[]
).toSorted((one, other) => one.Code.localeCompare(other.Code));

const moves = new Map<string, Set<string>>();
/** Old wards as the mapping names them. */
const mapped = new Map<string, { district: string; name: string }>();
for (const row of await csv(sources.moves)) {
  const ward = row.wardCode ? String(Number.parseInt(row.wardCode, 10)).padStart(5, "0") : null;
  const district = row.districtCode?.padStart(3, "0") ?? "";
  const from = ward ?? `H${district}`;
  if (ward) mapped.set(ward, { district, name: nameFix(row.ward ?? "") });
  const to = row.newWardCode ?? "";
  moves.set(from, (moves.get(from) ?? new Set()).add(codeFixes.get(to) ?? to));
}
const lines = [
  `version\t${dataVersion}`,
  ...provinces.map(({ Code, FullName }) => `province\t${Code}\t${nameFix(FullName)}`),
  ...provinces.flatMap((province) =>
    province.Wards.map(({ Code, FullName }) => `ward\t${Code}\t${province.Code}\t${nameFix(FullName)}`),
  ),
  ...[...moves]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([from, to]) => `move\t${from}\t${[...to].toSorted().join(",")}`),
];

/* Former names: of wards merged 2018-2025 and of districts divided since; the sources' keys have no diacritics. */
const level = /^(thanhpho|tinh|quan|huyen|thixa|thitran|phuong|xa|dackhu)/;
const sourceKey = (fullName: string): string =>
  fullName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .replace(/(?<=[a-z])0+(?=\d)/, "");
const bare = (key: string): string =>
  key
    .replace(/^(phuong|ward|p|f|quan|district|q)0*(?=\d)/, "")
    .replace(
      /^(phuong|ward|xa|commune|thitran|ttr?|town|thanhpho|thixa|huyen|quan|district|city|tx|tp)(?=[a-z]{3})/,
      "",
    );

const oldProvinces = new Map((await getAllProvince()).map((row) => [row.idProvince, sourceKey(row.name)]));
const oldDistricts = new Map(
  (await getAllDistricts()).map((row) => [
    row.idDistrict,
    { code: row.idDistrict, name: row.name, key: `${oldProvinces.get(row.idProvince)},${sourceKey(row.name)}` },
  ]),
);
const oldWards = (await getAllCommunes()).map((row) => ({
  code: row.idCommune,
  district: row.idDistrict,
  own: foldedKey(splitName(row.name).name),
  key: `${oldDistricts.get(row.idDistrict)?.key},${sourceKey(row.name)}`,
}));
const wardOfKey = new Map(oldWards.filter(({ code }) => moves.has(code)).map((ward) => [ward.key, ward]));
const districtOfKey = new Map([...oldDistricts.values()].map((district) => [district.key, district]));

const formerNames = new Map<string, Set<string>>();
const add = (code: string, name: string): void => {
  formerNames.set(code, (formerNames.get(code) ?? new Set()).add(joinFolded([name])));
};
const wardsIn = Map.groupBy(oldWards, ({ district }) => district);
const wardRows = (await csv(sources.wardNames)).map((row) => ({
  key: `${row.province_key},${row.district_key},${row.ward_key}`,
  alias: row.alias_keyword?.trim() ?? "",
}));
const aliases = new Set(wardRows.map(({ key, alias }) => `${key} ${alias}`));
for (const { key, alias } of wardRows) {
  const ward = wardOfKey.get(key);
  // "phuongson" is Phương Sơn without its level if "phuongphuongson" is there too
  const isBare = ["phuong", "xa", "thitran"].some((word) => aliases.has(`${key} ${word}${alias}`));
  const name = isBare ? alias : bare(alias);
  const isTaken =
    ward && wardsIn.get(ward.district)?.some(({ own, code }) => own === joinFolded([name]) && moves.has(code));
  if (ward && name && !isTaken) add(ward.code, name);
}
const districtRows = [
  ...(await csv(sources.districtNames)).map((row) => [row.province_key, row.district_key, row.alias_keyword] as const),
  ...(await csv(sources.dividedDistricts)).map(
    (row) => [row.provinceKey, row.districtKey, row.dividedDistrictKey] as const,
  ),
];
for (const [province, key, alias = ""] of districtRows) {
  const district = districtOfKey.get(`${province},${key}`);
  const name = bare(alias.replace(level, "$1"));
  if (district && name && name !== foldedKey(splitName(district.name).name)) add(district.code, name);
}
const listed = new Map(oldWards.map((ward) => [ward.code, ward]));
/* Wards that the mapping has and the old list has not: under another code there, or not at all. */
const added: string[] = [];
const otherCodes = new Map<string, string>();
for (const [code, { district, name }] of mapped) {
  const own = foldedKey(splitName(name).name);
  const ward = listed.get(code);
  if (ward && ward.own !== own) add(code, own);
  if (ward) continue;
  added.push(`added\t${code}\t${district}\t${name}`);
  const same = wardsIn.get(district)?.find((other) => other.own === own && !moves.has(other.code));
  if (same) otherCodes.set(same.code, code);
}
/* Wards of the old list that no longer existed in June 2025: they are former names of the ward that took them in. */
const gone = oldWards
  .filter(({ code }) => !moves.has(code))
  .map((ward) => {
    const heirs = (wardsIn.get(ward.district) ?? []).filter(({ code }) => formerNames.get(code)?.has(ward.own));
    const heir = otherCodes.get(ward.code) ?? (heirs.length === 1 ? heirs[0]?.code : undefined);
    return `gone\t${ward.code}\t${heir ?? ""}`;
  });
const formerLines = [...formerNames]
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([code, names]) => `former\t${code}\t${[...names].toSorted().join(",")}`);

const write = async (name: string, content: string[]): Promise<void> => {
  const body = `${content.join("\n")}\n`;
  await writeFile(new URL(`../src/shop/addresses/data/${name}`, import.meta.url), body);
  console.log(name, body.length, createHash("sha256").update(body).digest("hex"));
};
await write("units.tsv", lines);
await write("former-names.tsv", [...added, ...gone, ...formerLines]);
