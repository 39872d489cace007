import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { getAllCommunes } from "vietnam-provinces-js/communes";
import { getAllDistricts } from "vietnam-provinces-js/districts";
import { getAllProvince } from "vietnam-provinces-js/provinces";
import { type AddressBook, bundledDataset, openAddressBook } from "./address-book.ts";
import { type AdminUnit, buildAtlas, provinceOf } from "./atlas.ts";
import { foldedKey, markedKey } from "./name-keys.ts";

let book: AddressBook;
beforeAll(async () => {
  book = await openAddressBook(await buildAtlas(await bundledDataset()));
});
const old = (code: string): AdminUnit => {
  const unit = book.atlas.units.old3.get(code);
  if (!unit) throw new Error(`no old unit ${code}`);
  return unit;
};
const targets = (code: string) => book.atlas.targetsOf(old(code));
const codes = (code: string) => targets(code).map((unit) => unit.code);
const oldWards = () => [...book.atlas.units.old3.values()].filter(({ level }) => level === "ward");
const newWards = () => [...book.atlas.units.new2.values()].filter(({ level }) => level === "ward");

test("AD03: the data hold 34 provinces and 3,321 units of April 2026, and 63 provinces, 696 districts, 10,051 old wards", async () => {
  const { provinces, wards, version } = await bundledDataset();
  expect(version).toBe("2026-04-30");
  expect(provinces.size).toBe(34);
  expect([...provinces.values()].filter(({ name }) => name.startsWith("Thành phố "))).toHaveLength(7);
  const kinds = Map.groupBy(newWards(), ({ kind }) => kind);
  expect(Object.fromEntries([...kinds].map(([kind, units]) => [kind, units.length]))).toEqual({
    phường: 697,
    xã: 2611,
    "đặc khu": 13,
  });
  const perProvince = Map.groupBy(wards.values(), ({ province }) => province);
  expect(perProvince.get("01")).toHaveLength(126);
  expect(perProvince.get("79")).toHaveLength(168);
  expect(perProvince.get("38")).toHaveLength(166);
  expect(await getAllProvince()).toHaveLength(63);
  expect(await getAllDistricts()).toHaveLength(696);
  expect(await getAllCommunes()).toHaveLength(10_051);
});

test("AD03: Đồng Nai is a city, and ten of its communes are wards with their codes of before", () => {
  const names = ["25270", "25357", "25363", "26116", "26170", "26248", "26326", "26368", "26425", "26485"].map(
    (code) => book.atlas.units.new2.get(code)?.name,
  );
  expect(names.map((name) => name?.replace("Phường ", ""))).toEqual(
    "Lộc Ninh,Tân Khai,Đồng Phú,Tân Phú,Trị An,Trảng Bom,Dầu Giây,Long Thành,Xuân Lộc,Nhơn Trạch".split(","),
  );
  expect(book.atlas.units.new2.get("75")?.name).toBe("Thành phố Đồng Nai");
});

interface ListedSource {
  file: string;
  source: string;
  licence: string;
  version: string;
  date: string;
  sha256: string;
}
test("AD04: every data file is listed, with its checksum and a licence that permits its use", async () => {
  const folder = new URL("./data/", import.meta.url);
  const listed = JSON.parse(await readFile(new URL("sources.json", folder), "utf8")) as ListedSource[];
  for (const { file, source, licence, version, date, sha256 } of listed) {
    const content = await readFile(new URL(`../../../${file}`, import.meta.url));
    expect([file, createHash("sha256").update(content).digest("hex")]).toEqual([file, sha256]);
    expect(["MIT", "Apache-2.0"]).toContain(licence);
    expect(source).toMatch(/^https:/);
    expect(version).toMatch(/\d/);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
  }
  const files = (await readdir(folder)).filter((name) => name.endsWith(".tsv"));
  expect(files.every((name) => listed.some(({ file }) => file.endsWith(`/${name}`)))).toBe(true);
  const licence = await readFile(
    new URL("../../../node_modules/vietnam-provinces-js/package.json", import.meta.url),
    "utf8",
  );
  expect(JSON.parse(licence)).toMatchObject({ version: "2.0.0" });
});

const vectors: [string, string[]][] = [
  ["00001", ["00097"]],
  ["00061", ["00070"]],
  ["26740", ["26740"]],
  ["26737", ["26737", "26740"]],
  ["27007", ["27004", "27007"]],
  ["27088", ["27094"]],
  ["00019", ["00004", "00070", "00190", "00226"]],
  ["00334", ["00328", "00331", "00340"]],
  ["00073", ["00004", "00070", "00082", "00226"]],
  ["09796", ["08980", "09022", "09787", "09817"]],
  ["13690", ["13669"]],
  ["16678", ["16681"]],
  ["26524", ["26526"]],
  ["25750", ["25750"]],
  ["20236", ["20242"]],
  ["16564", ["16576"]],
  ["31078", ["31078"]],
  ["26248", ["26248"]],
];
test.each(vectors)("AD06: the old ward %s leads to %j", (code, expected) => {
  expect(codes(code)).toEqual(expected);
});

test("AD06: names of new units in the vectors, and the corrected codes", () => {
  const name = (code: string): string => {
    const unit = book.atlas.units.new2.get(code);
    return `${unit?.name}, ${unit?.parent?.name}`;
  };
  expect(name("00097")).toBe("Phường Hồng Hà, Thành phố Hà Nội");
  expect(name("26526")).toBe("Phường Tam Thắng, Thành phố Hồ Chí Minh");
  expect(name("25750")).toBe("Phường Phú Lợi, Thành phố Hồ Chí Minh");
  expect(name("31078")).toBe("Đặc khu Phú Quốc, Tỉnh An Giang");
  expect(name("06978")).toBe("Xã Ba Chẽ, Tỉnh Quảng Ninh");
  expect(name("23938")).toBe("Xã Ia Mơ, Tỉnh Gia Lai");
  expect(targets("30913").map((unit) => unit.name)).toContain("Xã Thạnh Hưng");
  expect(targets("30901").map((unit) => unit.name)).toEqual(["Xã Thạnh Lộc"]);
  expect(targets("H536").map((unit) => unit.name)).toEqual(["Đặc khu Lý Sơn"]);
  expect(
    targets("00634")
      .map((unit) => unit.ownName)
      .toSorted(),
  ).toEqual(["Đại Mỗ", "Dương Nội", "Hà Đông", "Tây Mỗ", "Xuân Phương"].toSorted());
});

test("AD06: wards that are in the old list alone lead to their successor, or nowhere", async () => {
  const { atlas } = book;
  const gone = (await getAllCommunes()).filter(({ idCommune }) => !atlas.units.old3.has(idCommune));
  expect(gone).toHaveLength(26);
  expect(atlas.oldWard("26935")?.name).toBe("Phường 14");
  expect(atlas.oldWard("27067")?.code).toBe("27076");
  for (const { idCommune } of gone) {
    const ward = atlas.oldWard(idCommune);
    if (ward) expect(atlas.targetsOf(ward)).not.toHaveLength(0);
  }
  expect(gone.filter(({ idCommune }) => atlas.oldWard(idCommune)).length).toBeGreaterThan(12);
  expect(atlas.oldWard("99999")).toBeUndefined();
});

test("AD07: every old ward leads to a new one, and 471 of them are split", () => {
  const counts = Map.groupBy(
    oldWards().filter(({ code }) => !code.startsWith("H")),
    (ward) => book.atlas.targetsOf(ward).length,
  );
  expect(Object.fromEntries([...counts].map(([count, wards]) => [count, wards.length]))).toEqual({
    1: 9_564,
    2: 397,
    3: 58,
    4: 15,
    5: 1,
  });
  expect(newWards().filter((ward) => book.atlas.sourcesOf(ward).length === 0)).toEqual([]);
  const withWards = newWards().filter((ward) => !book.atlas.sourcesOf(ward).some(({ code }) => code.startsWith("H")));
  expect(withWards.filter((ward) => book.atlas.districtsOf(ward).length === 1)).toHaveLength(2_999);
});

test("AD09: an old ward whose name lives on elsewhere does not lead to the new ward of that name", () => {
  const named = Map.groupBy(newWards(), (ward) => `${ward.parent?.code} ${foldedKey(ward.ownName)}`);
  const namesakes = oldWards().flatMap((ward) => {
    const places = new Set(book.atlas.targetsOf(ward).map(provinceOf));
    const same = [...places].flatMap(({ code }) => named.get(`${code} ${foldedKey(ward.ownName)}`) ?? []);
    const moved = book.atlas.targetsOf(ward);
    return same.length > 0 && !same.some((unit) => moved.includes(unit)) ? [{ ward, same }] : [];
  });
  expect(namesakes).toHaveLength(341);
  for (const { ward, same } of namesakes) {
    const [first] = book.find(`${ward.name}, ${ward.parent?.name}, ${provinceOf(ward).name}`, {
      limit: 8,
      scheme: "both",
    });
    expect(first?.unit.scheme === "new2" && same.includes(first.unit), `${ward.name} ${ward.code}`).toBe(false);
    expect(same.some((unit) => book.atlas.sourcesOf(unit).includes(ward))).toBe(false);
  }
}, 60_000);

test("AD09: ten pairs of one province that differ by diacritics alone stay two units", () => {
  const groups = Map.groupBy(newWards(), (ward) => `${ward.parent?.code} ${foldedKey(ward.ownName)}`);
  const pairs = [...groups.values()].filter(
    (wards) => new Set(wards.map(({ ownName }) => markedKey(ownName))).size > 1,
  );
  const shown = pairs.map((wards) =>
    wards
      .map(({ ownName }) => ownName)
      .toSorted()
      .join("/"),
  );
  expect(shown).toContain("Mỹ Tho/Mỹ Thọ");
  expect(shown).toContain("Cẩm Giang/Cẩm Giàng");
  expect(shown).toHaveLength(10);
  for (const ward of pairs.flat()) {
    const [first] = book.find(`${ward.name}, ${ward.parent?.name}`, { limit: 8, scheme: "new2" });
    expect(first?.unit).toBe(ward);
  }
});

test("AD09: names are compared without regard to Unicode form and place of the tone mark", () => {
  expect(markedKey("Hòa Bình")).toBe(markedKey("Hoà Bình".normalize("NFD")));
  expect(markedKey("Thủy")).toBe(markedKey("Thuỷ"));
  expect(markedKey("Mỹ Tho")).not.toBe(markedKey("Mỹ Thọ"));
  expect(foldedKey("Mỹ Tho")).toBe(foldedKey("Mĩ Thọ"));
});
