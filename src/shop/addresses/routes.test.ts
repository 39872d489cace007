import { brotliCompressSync } from "node:zlib";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { beforeAll, describe, expect, test } from "vitest";
import type { AddressSuggestion, AddressUnit, BridgedAddress } from "#contract/address.ts";
import type { Problem } from "#contract/problem.ts";
import { submit } from "#fixtures/testing/cod-order.ts";
import { command } from "#fixtures/testing/command.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

const root = "/wp-json/custom/v1";

describe.each(engines)("addresses on $name", (engine) => {
  let shop: TestShop;
  const visitor = () => shop.client({ headers: { authorization: null } });
  const search = async (q: string, more = ""): Promise<AddressSuggestion[]> => {
    const found = await visitor().get<AddressSuggestion[]>(`${root}/address-search?q=${encodeURIComponent(q)}${more}`);
    expect(found.status).toBe(200);
    return found.body;
  };
  const bridge = (body: object, lang = "vi") =>
    visitor().post<BridgedAddress>(`${root}/address-bridge?lang=${lang}`, body);
  const refused = (body: unknown) => visitor().post<Problem>(`${root}/address-bridge`, body);

  beforeAll(async () => {
    shop = await openShop(engine);
  });

  test("AD01: with the first value of the setting the endpoints have no route", async () => {
    const missing = { status: 404, body: { code: "rest_no_route" } };
    expect(await visitor().get(`${root}/address-search?q=tan+son`)).toMatchObject(missing);
    expect(await visitor().get(`${root}/address-units?scheme=new2`)).toMatchObject(missing);
    expect(await bridge({ old: "27007" })).toMatchObject(missing);
    expect((await command(shop, "settings set address_form boxes")).exit).toBe(1);
    expect((await command(shop, "settings set address_form search")).exit).toBe(0);
    await expect.poll(async () => (await visitor().get(`${root}/address-units?scheme=new2`)).status).toBe(200);
  });

  test("AD10, AD18: a search without login returns labels of both schemes, in less than 3 kB", async () => {
    const [first] = await search("59 Nguyễn Sỹ Sách, P15, Tân Bình, HCM");
    expect(first).toEqual({
      ...{ scheme: "old3", level: "ward", code: "27007", label: "Phường 15, Quận Tân Bình, TP. Hồ Chí Minh" },
      also: "Phường Tân Bình, TP. Hồ Chí Minh; Phường Tân Sơn, TP. Hồ Chí Minh",
      ...{ moves: ["27004", "27007"], needs_choice: true, exact: false, line: "59 Nguyễn Sỹ Sách" },
    });
    expect((await search("tan son, tphcm"))[0]).toMatchObject({
      label: "Phường Tân Sơn, TP. Hồ Chí Minh",
      also: "Phường 15, Quận Tân Bình",
      needs_choice: false,
    });
    expect(await search("123 le loi")).toEqual([]);
    for (const q of ["tan", "hoa binh", `${"a".repeat(150)}, hoa binh`, "q.1", "tân phú"]) {
      const found = await visitor().get(`${root}/address-search?q=${encodeURIComponent(q)}`);
      expect(Buffer.byteLength(found.text)).toBeLessThanOrEqual(3000);
      expect(found.status).toBe(200);
    }
    expect(await search("tan binh", "&limit=2&scheme=old3")).toHaveLength(2);
    expect((await search("tan binh", "&scheme=old3")).every(({ scheme }) => scheme === "old3")).toBe(true);
  });

  test("AD18: lists of units, compressed below 3 kB", async () => {
    const units = async (query: string): Promise<AddressUnit[]> =>
      (await visitor().get<AddressUnit[]>(`${root}/address-units?${query}`)).body;
    expect(await units("scheme=new2")).toHaveLength(34);
    expect(await units("scheme=old3")).toHaveLength(63);
    const wards = await units("scheme=new2&parent=79");
    expect(wards).toHaveLength(168);
    expect(wards).toContainEqual({ code: "27007", name: "Phường Tân Sơn" });
    expect(brotliCompressSync(JSON.stringify(wards)).length).toBeLessThan(3000);
    expect(await units("scheme=old3&parent=766")).toHaveLength(15);
    expect(await units("scheme=old3&parent=99")).toEqual([]);
  });

  test("AD07, AD14: the bridge maps an old ward, and leaves a split one open until the new ward is chosen", async () => {
    expect((await bridge({ old: "00001", line: "12 Phúc Xá" })).body).toMatchObject({
      line: "12 Phúc Xá",
      new: { ward_code: "00097", ward_name: "Phường Hồng Hà", province_code: "01", province_name: "Thành phố Hà Nội" },
      old: { ward_code: "00001", district_name: "Quận Ba Đình" },
      ...{ bridge: "mapped", data_version: "2026-04-30", needs_choice: false, choices: [], postcode: "10000" },
      label: "12 Phúc Xá, Phường Hồng Hà, Hà Nội (cũ: P. Phúc Xá, Q. Ba Đình)",
    });
    const open = await bridge({ old: "27007" });
    expect(open.body).toMatchObject({
      new: null,
      bridge: "chosen_old",
      needs_choice: true,
      district_name: "Quận Tân Bình",
    });
    expect(open.body.choices.map(({ ward_name }) => ward_name)).toEqual(["Phường Tân Bình", "Phường Tân Sơn"]);
    expect((await bridge({ old: "27007", new: "27007" })).body).toMatchObject({
      bridge: "mapped_after_question",
      new: { ward_name: "Phường Tân Sơn" },
      choices: [],
    });
    expect((await bridge({ new: "26740" })).body).toMatchObject({ bridge: "chosen_new", old: null, postcode: "70000" });
    expect((await bridge({ text: "ở gần chợ" })).body).toMatchObject({
      ...{ bridge: "typed_only", new: null, old: null, typed: "ở gần chợ", label: "ở gần chợ" },
    });
    const typed = await bridge({ text: "12 Lê Lợi, Phường Tân Sơn, TP Hồ Chí Minh" });
    expect(typed.body).toMatchObject({ bridge: "chosen_new", line: "12 Lê Lợi", new: { ward_code: "27007" } });
  });

  test("AD15: the label has the new names first and the old ones in brackets, in both languages", async () => {
    const address = { line: "12 Ngõ 5 Đội Cấn", old: "00022", new: "00008" };
    expect((await bridge(address)).body.label).toBe(
      "12 Ngõ 5 Đội Cấn, Phường Ngọc Hà, Hà Nội (cũ: P. Đội Cấn, Q. Ba Đình)",
    );
    expect((await bridge(address, "en")).body.label).toBe(
      "12 Ngõ 5 Đội Cấn, Phường Ngọc Hà, Hà Nội (formerly: P. Đội Cấn, Q. Ba Đình)",
    );
    expect((await bridge({ line: "1", old: "27007" })).body.label).toBe("1, Phường 15, Quận Tân Bình, TP. Hồ Chí Minh");
  });

  test("AD20: the postcode is that of the old province, else of the first old province of the new one", async () => {
    const postcode = async (body: object) => (await bridge(body)).body.postcode;
    expect(await postcode({ old: "26524" })).toBe("78000");
    expect(await postcode({ new: "26526" })).toBe("70000");
    expect(await postcode({ old: "31078" })).toBe("91000");
  });

  test("AD18: requests that are malformed or name no ward are refused with the field", async () => {
    const params = async (body: unknown) => Object.keys((await refused(body)).body.data.params ?? {});
    expect(await params({ old: "99999" })).toEqual(["old"]);
    expect(await params({ new: "99999" })).toEqual(["new"]);
    expect(await params({ new: "79" })).toEqual(["new"]);
    expect(await params({ old: "27007", new: "00004" })).toEqual(["new"]);
    expect(await params({})).toEqual(["old"]);
    expect(await params({ text: "x".repeat(301) })).toEqual(["text"]);
    for (const query of ["", "?q=", `?q=${"x".repeat(201)}`, "?q=a&limit=9", "?q=a&limit=0", "?q=a&scheme=x"])
      expect((await visitor().get(`${root}/address-search${query}`)).status).toBe(400);
    for (const query of ["", "?scheme=x", "?scheme=old3&parent=x", "?scheme=old3&parent=1%27"])
      expect((await visitor().get(`${root}/address-units${query}`)).status).toBe(400);
  });

  test("AD05: an update prints and writes the changes of units, and leaves stored orders as they are", async () => {
    const customer = shop.client();
    await customer.register();
    const { id } = (await submit(customer)).body;
    const stored = () => shop.db.one(sql`select shipping, billing, location, meta_data from orders where id = ${id}`);
    const before = await stored();
    const current = await readFile(new URL("./data/units.tsv", import.meta.url), "utf8");
    // the state of July 2025: Đồng Nai was a province, and ten of its wards were communes
    const communes = ["25270", "25357", "25363", "26116", "26170", "26248", "26326", "26368", "26425", "26485"];
    const earlier = current
      .replace("2026-04-30", "2025-07-01")
      .replace("Thành phố Đồng Nai", "Tỉnh Đồng Nai")
      .replaceAll(/^(ward\t(\d+)\t75\t)Phường /gm, (line, start: string, code: string) =>
        communes.includes(code) ? `${start}Xã ` : line,
      );
    const write = async (name: string, content: string): Promise<string> => {
      const path = join(tmpdir(), `addresses-${process.pid}-${engine.name}-${name}`);
      await writeFile(path, content);
      return path;
    };
    const old = await write("2025", earlier);
    const next = await write("2026", current.replaceAll(/^move\t.*\n/gm, ""));
    const refusedUpdate = await command(shop, `addresses update ${old}`);
    expect([refusedUpdate.exit, refusedUpdate.err]).toEqual([
      1,
      expect.stringContaining("is not newer than 2026-04-30"),
    ]);
    const dry = await command(shop, `addresses update ${old} --older --dry-run`);
    expect([dry.exit, dry.out]).toEqual([
      0,
      expect.stringContaining("0 added, 11 renamed, 0 changed, 0 removed. Nothing was written"),
    ]);
    const label = async () => (await search("trang bom, dong nai", "&scheme=new2"))[0]?.label;
    expect(await label()).toBe("Phường Trảng Bom, Đồng Nai");
    expect((await command(shop, `addresses update ${old} --older`)).exit).toBe(0);
    await expect.poll(label).toBe("Xã Trảng Bom, Đồng Nai");
    expect((await bridge({ old: "26248" })).body.data_version).toBe("2025-07-01");
    const updated = await command(shop, `addresses update ${next}`);
    expect(updated.out).toContain("renamed  26248  Xã Trảng Bom, Tỉnh Đồng Nai → Phường Trảng Bom, Thành phố Đồng Nai");
    expect(updated.out).toContain("The units are in use: version 2026-04-30, before 2025-07-01.");
    await expect.poll(label).toBe("Phường Trảng Bom, Đồng Nai");
    expect(await stored()).toEqual(before);
    const gap = await write("gap", current.replace("2026-04-30", "2027-01-01").replace(/^ward\t27007\t.*\n/m, ""));
    for (const [content, problem] of [
      [await write("empty", ""), "no line with the version"],
      [await write("line", "city\t01"), "line 1: must begin with"],
      [await write("code", "version\t2027-01-01\nprovince\t1\tX"), "line 2: a province needs"],
      [gap, "old wards lead to wards that are not in the file: 27007"],
      [join(tmpdir(), "no-such-file"), "does not exist"],
    ])
      expect((await command(shop, `addresses update ${content}`)).err).toContain(problem);
    expect(await label()).toBe("Phường Trảng Bom, Đồng Nai");
  });
});
