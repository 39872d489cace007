import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { exported, failures, imported, outcomes } from "#fixtures/testing/product-files.ts";
import { json, sql } from "#shop/kernel/db/database.ts";

const lines = (...all: string[]): string => `${all.join("\n")}\n`;
const choices = (db: TestShop["db"], sku: string) =>
  db.all<{ name: string; value: string }>(sql`
    select a.name ->> 'vi' "name", t.name ->> 'vi' "value" from variation v join variation_option o on o.variation_id = v.id
      join attribute a on a.id = o.attribute_id join term t on t.id = o.term_id where v.sku = ${sku} order by 1`);

const meta = (db: TestShop["db"], sku: string) =>
  db.one<{ meta: object }>(sql`select meta_data meta from product where sku = ${sku}`);

for (const engine of engines)
  describe(`what a file does not mention, on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });

    test("variations retain their options if only their product's line is imported, also for its own attributes", async () => {
      const head =
        "Type,SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Attribute 2 name,Attribute 2 value(s),Attribute 2 global";
      const product = 'variable,K-1,Nhẫn,,,Khắc chữ,"Có, Không",0,Cỡ,"S, M",1';
      const made = await imported(shop, lines(head, product, "variation,K-1-S,,K-1,1000,Khắc chữ,Có,0,Cỡ,S,1"));
      expect(failures(made)).toEqual([]);
      const before = await choices(shop.db, "K-1-S");
      expect(before).toEqual([
        { name: "Cỡ", value: "S" },
        { name: "Khắc chữ", value: "Có" },
      ]);
      const alone = await imported(shop, lines(head, product.replace("Nhẫn", "Nhẫn mới")));
      expect(outcomes(alone)).toEqual(["updated"]);
      expect(await choices(shop.db, "K-1-S")).toEqual(before);
    });

    test("meta data retains its types, lists and numbers included, with any number of columns for it", async () => {
      await imported(shop, lines("SKU,Name,Meta: erp,Meta: constructor", "M-1,Một,text,", "M-2,Hai,text,own"));
      const facts = [
        { id: 1, key: "erp", value: { category: [1, 2] } },
        { id: 2, key: "weight", value: 5 },
        { id: 3, key: "gone", value: "soon" },
      ];
      await shop.db.write(sql`update product set meta_data = ${json(facts)}::jsonb where sku = 'M-1'`);
      expect(new Set(outcomes(await imported(shop, await exported(shop))))).toEqual(new Set(["skipped"]));
      const empty = Array.from({ length: 250 }, (_, index) => `Meta: none ${index}`);
      const wide = lines(
        ["SKU", "Meta: erp", "Meta: weight", "Meta: gone", ...empty].join(),
        `M-1,,5,${",".repeat(empty.length)}`,
      );
      expect(outcomes(await imported(shop, wide))).toEqual(["updated"]);
      expect(await meta(shop.db, "M-1")).toEqual({ meta: facts.slice(0, 2) });
    });

    test("a new variation exported as a draft with its product gets the product's status, an existing one is unchanged", async () => {
      const file = lines("Type,SKU,Name,Parent,Published", "variable,D-1,Nháp,,-1", "variation,D-1-S,,D-1,-1");
      expect(failures(await imported(shop, file))).toEqual([]);
      const status = sql`select status from variation where sku = 'D-1-S'`;
      expect(await shop.db.one(status)).toEqual({ status: "publish" });
      await shop.db.write(sql`update variation set status = 'draft' where sku = 'D-1-S'`);
      expect(outcomes(await imported(shop, file))).toEqual(["skipped", "skipped"]);
      expect(await shop.db.one(status)).toEqual({ status: "draft" });
    });

    test("virtual products and variations are exported and imported in WooCommerce's column Type", async () => {
      const file = lines(
        "Type,SKU,Name,Parent",
        '"simple, virtual",VIRTUAL-1,Khắc tên,',
        "simple,VIRTUAL-2,Hộp,",
        "variable,VIRTUAL-3,Thẻ quà,",
        '"variation, virtual",VIRTUAL-3-S,,VIRTUAL-3',
      );
      expect(failures(await imported(shop, file))).toEqual([]);
      const types = async () =>
        (await exported(shop))
          .split("\n")
          .filter((line) => line.includes("VIRTUAL-"))
          .map((line) => /"?(simple|variable|variation)(, virtual)?/.exec(line)?.[0]);
      const before = ['"simple, virtual', "simple", "variable", '"variation, virtual'];
      expect(await types()).toEqual(before);
      expect(new Set(outcomes(await imported(shop, await exported(shop))))).toEqual(new Set(["skipped"]));
      expect(outcomes(await imported(shop, lines("SKU,Name", "VIRTUAL-1,Khắc chữ")))).toEqual(["updated"]);
      expect(await types()).toEqual(before);
      expect(outcomes(await imported(shop, lines("Type,SKU", "simple,VIRTUAL-1")))).toEqual(["updated"]);
      expect(await types()).toEqual(["simple", ...before.slice(1)]);
    });

    test("a variation of an unsupported type is rejected like a product", async () => {
      const file = lines("Type,SKU,Name,Parent", "variable,T-1,Nhẫn,", '"variation, downloadable",T-1-S,,T-1');
      expect(failures(await imported(shop, file))).toEqual([
        expect.stringMatching(/^3 Type: must be variation, or variation and virtual/),
      ]);
    });

    test("names are decoded as WooCommerce encodes them, without tags, and have a maximum length", async () => {
      const file = lines(
        "Type,SKU,Name,Parent,Categories,Tags,Attribute 1 name,Attribute 1 value(s),Attribute 1 global",
        'variable,N-1,Vàng &amp; bạc,,Quà &amp; tặng,Anh &#039;yêu&#039;,Kiểu <b>chữ</b>,"A &amp; B, C",1',
        "variation,N-1-A,,N-1,,,Kiểu <b>chữ</b>,A &amp; B,1",
      );
      expect(failures(await imported(shop, file))).toEqual([]);
      expect((await exported(shop)).split("\n").find((line) => line.includes("N-1,"))).toMatch(
        /Vàng & bạc.*Quà & tặng.*Anh 'yêu'.*Kiểu chữ.*"A & B, C"/,
      );
      expect(await choices(shop.db, "N-1-A")).toEqual([{ name: "Kiểu chữ", value: "A & B" }]);
      const long = lines(
        "SKU,Name,Tags,Attribute 1 name,Attribute 1 value(s),Attribute 1 global",
        "L-1,Một,,Kể,Ngắn,1",
        `L-2,Hai,,Kể,${"dài ".repeat(2000)},1`,
        `L-3,Ba,${"dài ".repeat(60)},,,`,
      );
      expect(failures(await imported(shop, long))).toEqual([
        expect.stringMatching(/^3 Attributes: /),
        expect.stringMatching(/^4 Tags: /),
      ]);
    });

    test("attributes whose names differ only by diacritics, or only at the end, are distinct", async () => {
      const long = "Chiều dài của sợi dây chuyền";
      const names = ["Độ dày", "Độ dây", `${long} cho nam`, `${long} cho nữ`];
      const head = names.flatMap((_, index) => [1, 2, 3].map((part) => [index + 1, part] as const));
      const part = ["", "name", "value(s)", "global"];
      const file = lines(
        ["Type", "SKU", "Name", "Parent", ...head.map(([number, at]) => `Attribute ${number} ${part[at]}`)].join(),
        ["variable", "S-1", "Dây", "", ...names.flatMap((name) => [name, "1", "1"])].join(),
        ["variation", "S-1-1", "", "S-1", ...names.flatMap((name) => [name, "1", "1"])].join(),
      );
      expect(failures(await imported(shop, file))).toEqual([]);
      expect((await choices(shop.db, "S-1-1")).map(({ name }) => name).sort()).toEqual(names.toSorted());
      expect(outcomes(await imported(shop, file))).toEqual(["skipped", "skipped"]);
      const plain = lines(
        "SKU,Name,Attribute 1 name,Attribute 1 value(s),Attribute 1 global",
        "S-2,Hai,Kieu khac,1,1",
        "S-3,Ba,kieu KHAC,2,1",
      );
      expect(failures(await imported(shop, plain))).toEqual([]);
      const made = sql`select count(*)::integer n from attribute where slug like 'pa_kieu-khac%'`;
      expect(await shop.db.one(made)).toEqual({ n: 1 });
    });

    test("a cross-sell may be a variation or a product", async () => {
      const file = lines(
        "Type,SKU,Name,Parent,Upsells",
        'simple,U-1,Một,,"U-2-S, U-2"',
        "variable,U-2,Hai,,",
        "variation,U-2-S,,U-2,",
      );
      expect(failures(await imported(shop, file))).toEqual([]);
      expect(new Set(outcomes(await imported(shop, await exported(shop))))).toEqual(new Set(["skipped"]));
      const ids = sql`
        select extra -> 'upsell_ids' = jsonb_build_array((select id from variation where sku = 'U-2-S'),
          (select id from product where sku = 'U-2')) "stored" from product where sku = 'U-1'`;
      expect(await shop.db.one(ids)).toEqual({ stored: true });
    });
  });
