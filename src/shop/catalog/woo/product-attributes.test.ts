import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";
interface Attribute {
  id: number;
  name: string;
  slug: string;
  position: number;
  visible: boolean;
  variation: boolean;
  options: string[];
}
interface Json {
  id: number;
  type: string;
  attributes: Attribute[];
  default_attributes: { id: number; name: string; option: string }[];
  variations: number[];
  [field: string]: unknown;
}
interface Problem {
  code: string;
  data: { params: Record<string, string> };
}

for (const engine of engines)
  describe(`attributes and types of products on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    /** ids of shared attributes, by slug */
    let shared: Record<string, number>;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      const rows = await shop.db.all<{ slug: string; id: number }>(sql`select slug, id from attribute`);
      shared = Object.fromEntries(rows.map(({ slug, id }) => [slug, id]));
    });
    const ok = <Body>(response: TestResponse<Body>, status = 200): Body => {
      if (response.status !== status) throw new Error(`${response.status}: ${response.text}`);
      return response.body;
    };
    const create = async (body: object) => ok(await merchant.post<Json>(products, body), 201);
    const update = async (id: number, body: object) => ok(await merchant.put<Json>(`${products}/${id}`, body));
    const options = ({ attributes }: Json) => attributes.map(({ name, options }) => [name, ...options]);

    test("shared ones are referred to by id and their terms by name in either language; missing terms are created", async () => {
      const made = await create({
        name: "With attributes",
        attributes: [
          { id: shared.pa_gemstone, options: ["Ruby", "ruby", "Đá mắt hổ"], visible: true },
          { id: shared.pa_metal, options: ["925 silver"], position: 0 },
        ],
      });
      expect(made.attributes).toMatchObject([
        { id: shared.pa_gemstone, slug: "pa_gemstone", position: 0, visible: true, variation: false },
        { id: shared.pa_metal, slug: "pa_metal", position: 0, visible: false, variation: false },
      ]);
      expect(made.attributes[0]?.options).toHaveLength(2);
      const terms = await shop.db.all(sql`
        select slug, value, name from term where attribute_id = ${shared.pa_gemstone} and slug = 'da-mat-ho'`);
      expect(terms).toEqual([{ slug: "da-mat-ho", value: "Đá mắt hổ", name: { vi: "Đá mắt hổ", en: "Đá mắt hổ" } }]);
      const query = `attribute=pa_gemstone&attribute_term=`;
      const [term] = await shop.db.all<{ id: number }>(sql`select id from term where slug = 'da-mat-ho'`);
      const found = ok(await merchant.get<Json[]>(`${products}?${query}${term?.id}`));
      expect(found.map(({ id }) => id)).toEqual([made.id]);
    });

    test("a product's own have id 0, and are created and deleted with it", async () => {
      const made = await create({
        attributes: [
          { name: "Chiều dài dây", options: ["40 cm", "45 cm"], visible: true },
          { id: 0, name: "Khắc tên", options: "Có|Không" },
        ],
      });
      expect(made.attributes).toMatchObject([
        { id: 0, name: "Chiều dài dây", slug: "chieu-dai-day", options: ["40 cm", "45 cm"], visible: true },
        { id: 0, name: "Khắc tên", slug: "khac-ten", options: ["Có", "Không"] },
      ]);
      const again = await update(made.id, made);
      expect(again.attributes).toEqual(made.attributes);
      const others = ok(await merchant.get<Attribute[]>(`${products}/attributes`));
      expect(others.some(({ name }) => name === "Khắc tên")).toBe(false);
      const fewer = await update(made.id, { attributes: [{ name: "khắc tên", options: ["Có"] }] });
      expect(options(fewer)).toEqual([["Khắc tên", "Có"]]);
      expect(options(await update(made.id, { attributes: [] }))).toEqual([]);
      expect(await shop.db.all(sql`select id from attribute where product_id = ${made.id}`)).toEqual([]);
    });

    test("variation attributes have defaults, the first of the options", async () => {
      const size = { id: shared.pa_size, variation: true, options: ["48 mm", "50 mm", "52 mm"] };
      const made = await create({ type: "variable", attributes: [size] });
      expect(made.default_attributes).toEqual([]);
      const chosen = await update(made.id, { default_attributes: [{ id: shared.pa_size, option: "50 mm" }] });
      expect(chosen.default_attributes).toMatchObject([{ id: shared.pa_size, option: "50 mm" }]);
      expect(chosen.attributes[0]?.options).toEqual(["50 mm", "48 mm", "52 mm"]);
      expect((await update(made.id, { attributes: [size] })).default_attributes).toMatchObject([{ option: "50 mm" }]);
      const without = { ...size, options: ["48 mm"] };
      expect((await update(made.id, { attributes: [without] })).default_attributes).toEqual([]);
      const own = { name: "Màu", variation: true, options: ["Đỏ", "Xanh"] };
      const both = await update(made.id, { attributes: [own], default_attributes: [{ name: "Màu", option: "Xanh" }] });
      expect(both.default_attributes).toEqual([{ id: 0, name: "Màu", option: "Xanh" }]);
      const wrong = await merchant.put<Problem>(`${products}/${made.id}`, {
        default_attributes: [{ name: "Màu", option: "Tím" }],
      });
      expect([wrong.status, Object.keys(wrong.body.data.params)]).toEqual([400, ["default_attributes"]]);
    });

    test("an unknown or duplicate attribute is rejected and nothing is stored", async () => {
      for (const attributes of [
        [{ id: 999_999, options: ["a"] }],
        [
          { id: shared.pa_size, options: ["48 mm"] },
          { id: shared.pa_size, options: ["Never made"] },
        ],
      ]) {
        const response = await merchant.post<Problem>(products, { sku: "NO-ATTRIBUTE", attributes });
        expect([response.status, response.body.code]).toEqual([400, "rest_invalid_param"]);
        expect(Object.keys(response.body.data.params)).toEqual(["attributes"]);
      }
      expect(await shop.db.all(sql`select id from product where sku = 'NO-ATTRIBUTE'`)).toEqual([]);
      expect(await shop.db.all(sql`select id from term where value = 'Never made'`)).toEqual([]);
    });

    test("a variable product's own prices stay empty; made simple it loses its variations and their stock", async () => {
      const before = await shop.db.all(sql`select stock_id from variation where product_id = 103`);
      expect(before.length).toBeGreaterThan(1);
      const same = await update(103, { regular_price: "1", sale_price: "1" });
      expect(same).toMatchObject({ type: "variable", regular_price: "", sale_price: "" });
      expect(Number(same.price)).toBeGreaterThan(1);
      const simple = await update(103, { type: "simple", regular_price: "700000" });
      expect(simple).toMatchObject({ type: "simple", price: "700000", variations: [], has_options: false });
      expect(await shop.db.all(sql`select id from variation where product_id = 103`)).toEqual([]);
      expect(
        await shop.db.all(sql`
        select s.id from stock s where not exists (select from product where stock_id = s.id)
          and not exists (select from variation where stock_id = s.id)`),
      ).toEqual([]);
      const variable = await update(103, { type: "variable" });
      expect(variable).toMatchObject({ type: "variable", price: "", regular_price: "", purchasable: false });
    });

    test("unsupported types are rejected by name", async () => {
      const { status, body } = await merchant.post<Problem>(products, { type: "grouped" });
      expect([status, body.data.params]).toEqual([400, { type: "type is not one of simple and variable." }]);
    });
  });
