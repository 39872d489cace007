import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { ringVariations } from "#fixtures/testing/ring-sizes.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const taxonomies = "/wp-json/wc/v3/products";
/** an existing id, if the demo data has one */
const resources = [
  { path: `${taxonomies}/categories`, id: 11, unknown: [404, "woocommerce_rest_term_invalid"] },
  { path: `${taxonomies}/attributes`, id: 1, unknown: [404, "woocommerce_rest_taxonomy_invalid"] },
  { path: `${taxonomies}/attributes/1/terms`, id: 201, unknown: [404, "woocommerce_rest_term_invalid"] },
  { path: `${taxonomies}/tags`, id: 1, unknown: [404, "woocommerce_rest_term_invalid"] },
  { path: ringVariations, id: 10_101, unknown: [400, "woocommerce_rest_product_variation_invalid_id"] },
] as const;

for (const engine of engines)
  describe(`rejected writes of taxonomies and variations on ${engine.name}`, () => {
    let shop: TestShop;
    let before: unknown;
    const tables = () =>
      shop.db.one(sql`
        select (select jsonb_agg(c order by id) from category c) categories,
          (select jsonb_agg(a order by id) from attribute a) attributes, (select jsonb_agg(t order by id) from term t) terms,
          (select jsonb_agg(t order by id) from tag t) tags, (select jsonb_agg(v order by id) from variation v) variations,
          (select count(*) from product_option_term) options, (select count(*) from stock) stocks`);
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      await shop.db.transaction(async (tx) => {
        await tx.run(sql`insert into tag (id, slug, name) values (1, 'tag', '{"vi": "Nhãn", "en": "Tag"}')`);
        await tx.run(sql`update variation set id = 10101 where id = (
          select id from variation where product_id = 101 order by menu_order, id limit 1)`);
      });
      before = await tables();
    });
    const calls = (one: Visitor, { path, id }: (typeof resources)[number]) => [
      one.post<{ code: string }>(path, { name: "x" }),
      one.put<{ code: string }>(`${path}/${id}`, { name: "x", menu_order: 9 }),
      one.call<{ code: string }>("PATCH", `${path}/${id}`, { name: "x", menu_order: 9 }),
      one.delete<{ code: string }>(`${path}/${id}?force=true`),
      one.post<{ code: string }>(`${path}/batch`, { create: [{ name: "x" }], delete: [id] }),
    ];
    const codes = ["cannot_create", "cannot_edit", "cannot_edit", "cannot_delete", "cannot_batch"];

    describe.each(resources)("$path", (resource) => {
      test("without a key, or with the storefront's", async () => {
        const guest = await Promise.all(calls(shop.client({ headers: { authorization: null } }), resource));
        expect(guest.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
        expect(guest.map(({ body }) => body.code)).toEqual(codes.map((code) => `woocommerce_rest_${code}`));
        const visitor = await Promise.all(calls(shop.client(), resource));
        expect(visitor.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
      });

      test("with a read-only key; a write-only key cannot read", async () => {
        const reader = await Promise.all(calls(await merchantOf(shop, "read"), resource));
        expect(reader.map(({ status, body }) => [status, body.code])).toEqual(
          reader.map(() => [401, "woocommerce_rest_authentication_error"]),
        );
        const writer = await merchantOf(shop, "write");
        expect((await writer.get(resource.path)).status).toBe(401);
      });

      test("that are malformed, or refer to what does not exist", async () => {
        const merchant = await merchantOf(shop);
        const { path, id, unknown } = resource;
        const rejection = async (response: Promise<{ status: number; body: { code: string } }>) => {
          const { status, body } = await response;
          return [status, body.code];
        };
        const invalid = [400, "rest_invalid_param"];
        expect(await rejection(merchant.put(`${path}/99999999`, { name: "x" }))).toEqual(unknown);
        expect(await rejection(merchant.delete(`${path}/99999999?force=true`))).toEqual([404, unknown[1]]);
        expect(await rejection(merchant.put(`${path}/abc`, {}))).toEqual([404, "rest_no_route"]);
        expect(await rejection(merchant.put(`${path}/${id}`, { translations: { vi: 4 } }))).toEqual(invalid);
        expect(await rejection(merchant.put(`${path}/${id}?lang=fr`, {}))).toEqual(invalid);
        expect(await rejection(merchant.delete(`${path}/${id}?force=perhaps`))).toEqual(invalid);
        expect(await rejection(merchant.post(`${path}/batch`, { create: {} }))).toEqual(invalid);
        const json = { "content-type": "application/json" };
        expect(await rejection(merchant.post(path, "{", json))).toEqual([400, "rest_invalid_json"]);
        if (path !== ringVariations) {
          expect(await rejection(merchant.post(path, {}))).toEqual([400, "rest_missing_callback_param"]);
          expect(await rejection(merchant.post(path, { name: null }))).toEqual([400, "rest_missing_callback_param"]);
          expect(await rejection(merchant.post(path, { name: ["x"] }))).toEqual(invalid);
          expect(await rejection(merchant.delete(`${path}/${id}`))).toEqual([
            501,
            "woocommerce_rest_trash_not_supported",
          ]);
        }
      });
    });

    test.each([
      { regular_price: "12.50" },
      { regular_price: 12 },
      { sale_price: "-1" },
      { date_on_sale_from: "2026-13-01" },
      { status: "future" },
      { manage_stock: "maybe" },
      { stock_quantity: 1.5 },
      { backorders: "yes" },
      { virtual: "maybe" },
      { downloadable: true },
      { weight: "heavy" },
      { attributes: "Size" },
      { meta_data: [{ value: 1 }] },
      { image: { id: -1 } },
      { sku: "x".repeat(101) },
    ])("a variation with %j", async (body) => {
      const merchant = await merchantOf(shop);
      const [name = ""] = Object.keys(body);
      const refused = {
        status: 400,
        body: { code: "rest_invalid_param", data: { params: { [name]: expect.any(String) } } },
      };
      expect(await merchant.post(ringVariations, body)).toMatchObject(refused);
      expect(await merchant.put(`${ringVariations}/10101`, body)).toMatchObject(refused);
    });

    test.each([
      { display: "list" },
      { kind: "shoe" },
      { parent: "top" },
      { image: { id: "x" } },
      { gift: { slug: "" } },
    ])("a category with %j", async (body) => {
      const merchant = await merchantOf(shop);
      const [name = ""] = Object.keys(body);
      const refused = {
        status: 400,
        body: { code: "rest_invalid_param", data: { params: { [name]: expect.any(String) } } },
      };
      expect(await merchant.post(`${taxonomies}/categories`, { name: "x", ...body })).toMatchObject(refused);
      expect(await merchant.put(`${taxonomies}/categories/11`, body)).toMatchObject(refused);
    });

    test("nothing of them was written", async () => {
      expect(await tables()).toEqual(before);
    });
  });
