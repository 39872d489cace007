import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { exported, failures, imported, outcomes } from "#fixtures/testing/product-files.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { NotAProductFileError } from "./product-file.ts";

const ring = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer();

const site = createServer((request, response) => {
  if (request.url !== "/ring.png") return response.writeHead(404).end();
  ring("#123456").then(
    (bytes) => response.end(bytes),
    () => response.destroy(),
  );
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((done) => site.listen(0, "127.0.0.1", done));
  address = `127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(() => void site.close());

const lines = (...all: string[]): string => `${all.join("\n")}\n`;
const row = (db: TestShop["db"], sku: string) =>
  db.one<Record<string, unknown>>(sql`
    select p.id, p.type, p.status, p.name, p.slug, p.regular_price "price", p.weight_g::float8 "weight", p.length_mm "length",
      s.quantity, s.managed, p.meta_data "meta", p.extra, p.modified_at "modified",
      array(select name ->> 'vi' from product_category join category on id = category_id where product_id = p.id order by position) "categories",
      array(select name ->> 'vi' from product_tag join tag on id = tag_id where product_id = p.id order by 1) "tags"
    from product p join stock s on s.id = p.stock_id where sku = ${sku}`);
const counts = (db: TestShop["db"]) =>
  db.one<Record<string, number>>(sql`
    select (select count(*)::integer from product) product, (select count(*)::integer from variation) variation,
      (select count(*)::integer from stock) stock, (select count(*)::integer from category) category,
      (select count(*)::integer from attribute) attribute, (select count(*)::integer from term) term,
      (select count(*)::integer from tag) tag, (select count(*)::integer from picture) picture,
      (select last_value::integer from product_or_variation_id) ids`);

for (const engine of engines)
  describe(`product import from a file on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false, env: { ALLOWED_PRIVATE_HOSTS: address } });
    });
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "lianne-csv-"));
    });
    afterEach(() => rm(folder, { recursive: true }));

    test("accepts WooCommerce's own columns in any case and unit, semicolons and CRLF", async () => {
      const file = lines(
        "\uFEFFtype;sku;NAME;Published;is featured?;Stock;Weight (kg);Length (cm);Regular price;Sale price;Categories;Tags;Attribute 1 name;Attribute 1 value(s);Attribute 1 visible;Attribute 1 global;Meta: erp;Description",
        'simple;W-1;Nhẫn "Lá";1;1;5;0.0021;1.9;450000;400000.00;"Nhẫn, Quà > Cho nàng";"Mới, Giá\\, tốt";Đá;"Ruby, Opal";1;0;\'=A1+1;<p>Một</p>\\n<script>x</script><p>Hai</p>',
      ).replaceAll("\n", "\r\n");
      // an unescaped quote in an unquoted cell is invalid CSV; spreadsheets double it
      await expect(imported(shop, file)).rejects.toThrow(NotAProductFileError);
      const done = await imported(shop, file.replace('Nhẫn "Lá"', '"Nhẫn ""Lá"""'));
      expect(failures(done)).toEqual([]);
      expect(await row(shop.db, "W-1")).toMatchObject({
        ...{ type: "simple", status: "publish", name: { vi: 'Nhẫn "Lá"', en: 'Nhẫn "Lá"' }, slug: "nhan-la" },
        ...{ price: 450000, weight: 2.1, length: 19, quantity: 5, managed: true },
        ...{ categories: ["Nhẫn", "Cho nàng"], tags: ["Giá, tốt", "Mới"] },
        meta: [{ id: 1, key: "erp", value: "=A1+1" }],
      });
      const text = await exported(shop);
      expect(text).toContain("'=A1+1");
      expect(text).toContain('"Nhẫn, Quà > Cho nàng"');
    });

    test("is idempotent, and touches only what has changed", async () => {
      const file = lines(
        "Type,SKU,Name,Parent,Stock,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Upsells",
        "variation,T-1-S,,T-1,3,500000,Cỡ,S,1,",
        'variable,T-1,Nhẫn,,,,Cỡ,"S, M",1,T-2',
        "variation,T-1-M,,T-1,parent,510000,Cỡ,M,1,",
        "simple,T-2,Bông tai,,4,300000,,,,T-1",
      );
      expect(outcomes(await imported(shop, file))).toEqual(["created", "created", "created", "created"]);
      const [before, first] = [await counts(shop.db), await row(shop.db, "T-1")];
      shop.clock.advance(60_000);
      expect(outcomes(await imported(shop, file))).toEqual(["skipped", "skipped", "skipped", "skipped"]);
      expect(await counts(shop.db)).toEqual(before);
      expect(await row(shop.db, "T-1")).toEqual(first);
      const changed = await imported(shop, file.replace("300000", "310000"));
      expect(outcomes(changed)).toEqual(["skipped", "skipped", "skipped", "updated"]);
      const second = await row(shop.db, "T-2");
      expect(second).toMatchObject({ price: 310000, extra: { upsell_ids: [first?.id] } });
      expect(first).toMatchObject({ type: "variable", extra: { upsell_ids: [second?.id] } });
    });

    test("uses free ids, finds existing ones, and rejects mismatches", async () => {
      const made = await imported(shop, lines("ID,SKU,Name", "77001,I-1,Một", "77002,I-2,Hai"));
      expect(made.lines.map(({ id }) => id)).toEqual([77001, 77002]);
      const after = await imported(shop, lines("Name,SKU", "Ba,I-3"));
      expect(after.lines[0]?.id).toBeGreaterThan(77002);
      const renamed = await imported(shop, lines("ID,Name,SKU", "77001,Một mới,I-1b"));
      expect(outcomes(renamed)).toEqual(["updated"]);
      expect(await row(shop.db, "I-1b")).toMatchObject({ id: 77001, name: { vi: "Một mới" } });
      const mixed = await imported(
        shop,
        lines("ID,SKU,Name", "77001,I-2,x", "77002,,y", "77002,,z", "0,,w", "9999999999,,v"),
      );
      expect(failures(mixed)).toEqual([
        "2 SKU: is that of #77002, and the ID that of #77001.",
        "4 ID: is on line 3 already.",
        "5 ID: must be a whole number from 1 to 1000000000, or empty.",
        "6 ID: must be a whole number from 1 to 1000000000, or empty.",
      ]);
    });

    const head =
      "Type,SKU,Name,Parent,Regular price,Stock,In stock?,Published,Weight (g),Backorders allowed?,Shipping class,Date sale price starts,Categories,Images,Upsells,Tax status,Position,Attribute 1 name,Attribute 1 value(s),Attribute 1 global";
    const bad: [string, string, RegExp][] = [
      ["a price with dots", "simple,B,x,,450.000", /^3 Regular price: must be a whole number of đồng/],
      ["a price that is none", "simple,B,x,,abc", /^3 Regular price: must be a whole number/],
      ["stock below none", "simple,B,x,,,-1", /^3 Stock: too small/],
      ["a backorder", "simple,B,x,,,,backorder", /^3 In stock\?: must be 1 or 0/],
      ["a strange status", "simple,B,x,,,,,7", /^3 Published: must be 1, 0/],
      ["a weight in words", "simple,B,x,,,,,,heavy", /^3 Weight \(g\): must be a number/],
      ["backorders", "simple,B,x,,,,,,,1", /^3 Backorders allowed\?: must be 0/],
      ["a shipping class", "simple,B,x,,,,,,,,big", /^3 Shipping class: must be empty/],
      ["a date that is none", "simple,B,x,,,,,,,,,tomorrow", /^3 Date sale price starts: must be a date/],
      ["a picture that is missing", "simple,B,x,,,,,,,,,,,none.png", /^3 Images: none\.png cannot be read: ENOENT/],
      ["a picture from elsewhere", "simple,B,x,,,,,,,,,,,../../etc/passwd", /^3 Images: .* does not lie in the folder/],
      ["a private address", "simple,B,x,,,,,,,,,,,http://10.0.0.1/a.png", /^3 Images: Error getting remote image/],
      ["a day that no month has", "simple,B,x,,,,,,,,,2026-02-30", /^3 Date sale price starts: must be a date/],
      ["a stranger to sell with", "simple,B,x,,,,,,,,,,,,NOPE", /^3 Upsells: names NOPE/],
      ["a strange tax status", "simple,B,x,,,,,,,,,,,,,often", /^3 Tax status: /],
      ["a position in words", "simple,B,x,,,,,,,,,,,,,,first", /^3 Position: /],
      ["a type that the shop has not", "grouped,B,x", /^3 Type: must be simple, variable or variation/],
      ["no name", "simple,B,", /^3 Name: is required/],
      ["a variation of nothing", "variation,B,,", /^3 Parent: must name the product/],
      [
        "a variation of a stranger",
        "variation,B,,NOPE",
        /^3 Parent: names NOPE, which is the code or id of no product/,
      ],
      ["a variation of a simple product", "variation,B,,OK", /^3 Parent: must name a product of type variable/],
      ["the same code again", "simple,OK,x", /^3 SKU: is on line 2 already/],
      [
        "a category that is too deep",
        `simple,B,x,,,,,,,,,,${Array.from({ length: 12 }, (_, n) => n).join(" > ")}`,
        /The maximum depth is \d+ categories/,
      ],
      ["a cell too many", `simple,B,x${",".repeat(30)}y`, /^3 : has 33 cells and the first line 20/],
    ];
    test.each(bad)("%s is rejected, and nothing of its line is stored", async (_what, line, reason) => {
      const width = head.split(",").length;
      const full = (text: string) => text + ",".repeat(Math.max(0, width - text.split(",").length));
      await imported(shop, lines(head, full("simple,OK,Đúng,,100000")));
      const before = await counts(shop.db);
      const file = lines(head, full("simple,OK,Đúng,,100000"), full(line));
      const done = await imported(shop, file, { folder });
      expect(failures(done)).toEqual([expect.stringMatching(reason)]);
      expect(outcomes(done)[0]).toBe("skipped");
      expect({ ...(await counts(shop.db)), ids: 0 }).toEqual({ ...before, ids: 0 });
    });

    test("a dry run reports the result and writes nothing; in strict mode one invalid line rejects all", async () => {
      const bytes = await ring("#ab0000");
      await writeFile(join(folder, "a.png"), bytes);
      const file = lines(
        "Type,SKU,Name,Parent,Categories,Tags,Images,Attribute 1 name,Attribute 1 value(s),Attribute 1 global",
        'variable,D-1,Nhẫn,,Mới toanh,thẻ mới,a.png,Độ dày,"1 mm, 2 mm",1',
        "variation,D-1-1,,D-1,,,,Độ dày,1 mm,1",
        "simple,D-2,,,,,,,,",
      );
      const before = await counts(shop.db);
      const dry = await imported(shop, file, { dryRun: true, folder });
      expect(outcomes(dry)).toEqual(["created", "created", "failed Name"]);
      expect(dry.written).toBe(false);
      expect(await counts(shop.db)).toEqual(before);
      const strict = await imported(shop, file, { strict: true, folder });
      expect(outcomes(strict)).toEqual(["created", "created", "failed Name"]);
      expect(strict.written).toBe(false);
      expect(await counts(shop.db)).toEqual(before);
      const right = await imported(shop, file.replace("D-2,,", "D-2,Hai,"), { strict: true, folder });
      expect(outcomes(right)).toEqual(["created", "created", "created"]);
      expect(right.written).toBe(true);
      expect(await row(shop.db, "D-1")).toMatchObject({ categories: ["Mới toanh"], tags: ["thẻ mới"] });
    });

    test("a rejected new product takes its variations with it; those of an existing product stay", async () => {
      const head = "Type,SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global";
      const file = lines(head, "variable,V-1,Nhẫn,,,Cỡ,S,1", "variation,V-1-S,,V-1,1000,Cỡ,S,1");
      const slip = await imported(shop, file.replace("Nhẫn", ""));
      expect(failures(slip)).toEqual([
        "2 Name: is required for a new product.",
        "3 Parent: the product on line 2 cannot be taken.",
      ]);
      expect(outcomes(await imported(shop, file))).toEqual(["created", "created"]);
      const alone = await imported(
        shop,
        lines(head, "variation,V-1-M,,V-1,2000,Cỡ,M,1", "variation,V-1-X,,V-1,3000,Cỡ,m,1"),
      );
      expect(failures(alone)).toEqual([expect.stringMatching(/^3 Attributes: must differ from those of variation #/)]);
      expect(outcomes(alone)).toEqual(["created", "failed Attributes"]);
      const tooLong = await imported(
        shop,
        lines(`${head},Meta: x`, `variable,V-1,Nhẫn,,,,,,${"x".repeat(10)}`, "simple,V-2,Hai,,99999999999999,,,,"),
      );
      expect(outcomes(tooLong)).toEqual(["updated", "failed Regular price"]);
    });

    test("images are read from the file's folder and from URLs, by their content", async () => {
      await mkdir(join(folder, "pictures"));
      await writeFile(join(folder, "pictures/one.png"), await ring("#00aa00"));
      await writeFile(join(folder, "two.jpg"), "no picture at all");
      await symlink("/etc/hosts", join(folder, "three.png"));
      const file = lines(
        "SKU,Name,Images,Image texts,Image texts (en)",
        `P-1,Một,"pictures/one.png, http://${address}/ring.png","Từ trên\\, gần, Từ bên","From above, From the side"`,
        "P-2,Hai,two.jpg,,",
        "P-3,Ba,three.png,,",
        `P-4,Bốn,http://${address}/none.png,,`,
      );
      const done = await imported(shop, file, { folder });
      expect(failures(done)).toEqual([
        expect.stringMatching(/^3 Images: two\.jpg: The file is not a picture/),
        expect.stringMatching(/^4 Images: three\.png leads out of the folder/),
        expect.stringMatching(/^5 Images: Error getting remote image .*none\.png\. HTTP 404/),
      ]);
      const shown = await shop.db.all<{ name: string; alt: object }>(sql`
        select i.name, alt from product_picture pp join picture i on i.id = picture_id join product p on p.id = product_id
        where p.sku = 'P-1' order by position`);
      expect(shown).toEqual([
        { name: "one.png", alt: { vi: "Từ trên, gần", en: "From above" } },
        { name: "ring.png", alt: { vi: "Từ bên", en: "From the side" } },
      ]);
      expect(outcomes(await imported(shop, file, { folder }))[0]).toBe("skipped");
    });

    test.each([
      ["a picture", async () => ring("#fff"), /not text/],
      ["nothing", async () => "", /empty/],
      ["another table", async () => "a,b\n1,2\n", /The first line must have the names/],
      ["a column twice", async () => "SKU,Name,sku\n1,2,3\n", /twice/],
      ["names of attributes alone", async () => "SKU,Attribute 1 name\nA,Cỡ\n", /“Attribute 1 name” needs .* 1 value/],
      ["values of attributes alone", async () => "SKU,Attribute 2 value(s)\nA,S\n", /needs .*“Attribute 2 name”/],
      ["another encoding", async () => Buffer.from([...Buffer.from("SKU,Name\nA,Nh"), 0xe3, 0x6e]), /UTF-8/],
      ["a quote without an end", async () => `SKU,Name\nA,"${"x".repeat(3_000_000)}`, /longer than 2 MB/],
    ])("%s is not a product file", async (_what, make, reason) => {
      const before = await counts(shop.db);
      await expect(imported(shop, await make())).rejects.toThrow(reason);
      expect(await counts(shop.db)).toEqual(before);
    });
  });
