import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, staffMember, type StaffVisitor } from "#fixtures/testing/staff.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";

const products = "/wp-json/wc/v3/products";
interface Text {
  name: string;
  short_description: string;
  description: string;
  seo_title: string;
  seo_description: string;
}
interface Json {
  id: number;
  code: string;
  name: string;
  slug: string;
  sku: string;
  status: string;
  regular_price: string;
  stock_quantity: number | null;
  total_sales: number;
  variations: number[];
  english_lacks: Record<string, string>;
  translations: { vi: Text; en: Text };
  images: { id: number; alt: string; alt_confirmed: boolean; translations: Record<"vi" | "en", { alt: string }> }[];
  specifications: Record<string, unknown> | null;
  cost_of_goods_sold?: { values: object[]; total_value: number; defined_value_is_additive?: boolean };
  shares_stock_with: number;
  data: { current: Json; permission: string; count: number };
}
const ok = (response: TestResponse<Json>, status = 200): Json => {
  if (response.status !== status) throw new Error(`${response.status}: ${response.text}`);
  return response.body;
};

for (const engine of engines)
  describe(`combinations of options on ${engine.name}`, () => {
    let shop: TestShop;
    let staff: StaffVisitor;
    let shopper: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: liveEnv });
      ({ browser: staff } = await staffMember(shop, "staff"));
      shopper = shop.client({ headers: { "x-forwarded-proto": "https" } });
      await shopper.register();
    });
    const read = (path: number | string, browser = staff) =>
      browser.request<Json>("GET", `${products}/${path}?context=edit`);
    const create = async (body: object) => ok(await staff.request<Json>("POST", products, body), 201);
    const put = (path: number | string, body: object, etag?: string, browser = staff) =>
      browser.request<Json>("PUT", `${products}/${path}`, body, etag ? { "if-match": etag } : {});
    const ring = (own: object = {}) =>
      create({
        ...{ name: "Nhẫn thử", type: "variable", status: "draft" },
        attributes: [
          { name: "Cỡ", variation: true, options: ["50", "52", "54"] },
          { name: "Hộp", variation: true, options: ["không hộp", "hộp quà"] },
        ],
        ...own,
      });
    const generate = (id: number, body: object = {}) =>
      staff.request<Json & { count: number }>("POST", `${products}/${id}/variations/generate`, body);
    const variationsOf = async (id: number) =>
      (await staff.request<Json[]>("GET", `${products}/${id}/variations?per_page=100&orderby=id&order=asc`)).body;

    test("PR10 all combinations are generated once, in the shape of WooCommerce; too many are rejected before", async () => {
      const { id } = await ring();
      expect((await generate(id)).body).toEqual({ count: 6 });
      expect((await generate(id)).body).toEqual({ count: 0 });
      const fewer = [
        { name: "Cỡ", variation: true, options: ["50", "52"] },
        { name: "Hộp", variation: true, options: ["không hộp", "hộp quà"] },
      ];
      ok(await put(id, { attributes: fewer }));
      expect((await generate(id, { delete: true })).body).toEqual({ count: 0, deleted_count: 2 });
      const many = Array.from({ length: 18 }, (_, index) => String(index));
      const big = await ring({
        attributes: [["A"], ["B"]].map(([name]) => ({ name, variation: true, options: many })),
      });
      const refused = await generate(big.id);
      expect([refused.status, refused.body.code, refused.body.data.count]).toEqual([
        400,
        "lianne_too_many_variations",
        324,
      ]);
      expect(await variationsOf(big.id)).toEqual([]);
    });

    test("PR10, RO01 the fields of generated variations need the permissions of these fields", async () => {
      const { id } = await ring();
      const owner = (await staffMember(shop)).browser;
      const granted = async (permissions: string[]) => {
        await owner.call("PUT", "/roles/own", { name: "Soạn", permissions });
        return (await staffMember(shop, "own")).browser;
      };
      const attempt = async (browser: StaffVisitor, body: object) => {
        const path = `${products}/${id}/variations/generate`;
        const { status, body: problem } = await browser.request<Json>("POST", path, body);
        return status === 403 ? problem.data.permission : status;
      };
      const writer = await granted(["products.edit"]);
      expect(await attempt(writer, { default_values: { description: "x" } })).toBe("prices.edit");
      await owner.call("PUT", "/roles/own", { name: "Soạn", permissions: ["products.edit", "prices.edit"] });
      for (const fields of [{ manage_stock: true }, { stock_quantity: 9 }, { shares_stock_with: 1 }])
        expect(await attempt(writer, { default_values: fields }), JSON.stringify(fields)).toBe("stock.edit");
      expect(await variationsOf(id)).toEqual([]);
      expect(await attempt(writer, { default_values: { regular_price: "1000" } })).toBe(200);
    });

    test("PR12 a variation that was sold keeps its identity: removed it is unavailable, and comes back as the same one", async () => {
      const { id, attributes } = ok(await read((await ring({ status: "publish" })).id)) as Json & {
        attributes: object[];
      };
      ok(await generate(id, { default_values: { regular_price: "200000" } }));
      const [sold] = await variationsOf(id);
      const bought = await submit(
        shopper,
        aCodOrder({ line_items: [{ product_id: id, variation_id: sold?.id, quantity: 1 }] }),
      );
      expect(bought.status, bought.text).toBe(201);
      const without50 = [{ name: "Cỡ", variation: true, options: ["52", "54"] }, attributes[1]];
      ok(await put(id, { attributes: without50 }));
      expect((await generate(id, { delete: true })).body).toEqual({ count: 0, deleted_count: 2 });
      const trash = await staff.request<Json[]>("GET", `${products}/${id}/variations?status=trash`);
      expect(trash.body.map((one) => [one.id, one.status])).toEqual([[sold?.id, "trash"]]);
      ok(await put(id, { attributes }));
      expect((await generate(id)).body).toEqual({ count: 2 });
      expect((await variationsOf(id)).map((one) => [one.id, one.status])).toContainEqual([sold?.id, "publish"]);
    });

    test("PR11 variations share units: shown and changed once; a split needs the quantity of its part", async () => {
      const { id } = await ring();
      ok(await generate(id, { default_values: { manage_stock: true, stock_quantity: 4 } }));
      const [plain, boxed] = await variationsOf(id);
      const path = `${id}/variations`;
      const shared = ok(await put(`${path}/${boxed?.id}`, { shares_stock_with: plain?.id }));
      expect(shared).toMatchObject({ shares_stock_with: plain?.id, stock_quantity: 4 });
      ok(await put(`${path}/${boxed?.id}`, { inventory_delta: 3, shares_stock_with: plain?.id }));
      expect(ok(await read(`${path}/${plain?.id}`))).toMatchObject({ stock_quantity: 7, shares_stock_with: 0 });
      expect((await put(`${path}/${boxed?.id}`, { shares_stock_with: 0 })).text).toContain("stock_quantity");
      expect(ok(await put(`${path}/${boxed?.id}`, { shares_stock_with: 0, stock_quantity: 2 }))).toMatchObject({
        ...{ shares_stock_with: 0, stock_quantity: 2 },
      });
      ok(await put(`${path}/${plain?.id}`, { shares_stock_with: 0, inventory_delta: -2 }));
      expect(ok(await read(`${path}/${plain?.id}`)).stock_quantity).toBe(5);
      expect((await put(`${path}/${boxed?.id}`, { shares_stock_with: 999_999 })).text).toContain("shares_stock_with");
    });
  });
