import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { ring, ringVariations } from "#fixtures/testing/ring-sizes.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { productFields } from "#fixtures/testing/woo-fields.ts";

const products = "/wp-json/wc/v3/products";
type Json = Record<string, unknown> & { id: number; sku: string };

/** How programs find the product to update: by the code on its label. */
for (const engine of engines)
  describe(`products found by SKU or barcode on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let first: Json;
    let second: Json;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      const all = (await merchant.get<Json[]>(`${ringVariations}?orderby=id&order=asc`)).body;
      [first, second] = all as [Json, Json];
    });
    const find = async (query: string) => (await merchant.get<Json[]>(`${products}?${query}`)).body;
    const ids = async (query: string) => (await find(query)).map(({ id }) => id);

    test("a variation's SKU returns the variation, in a product's format, with its product's id", async () => {
      const [found, ...others] = await find(`sku=${first.sku}`);
      expect(others).toEqual([]);
      for (const [field, type] of Object.entries(productFields)) {
        if (field !== "manage_stock") expect(typeof found?.[field], field).toBe(type);
      }
      const { price, regular_price, stock_quantity, attributes } = first;
      expect(found).toMatchObject({ id: first.id, type: "variation", parent_id: ring, sku: first.sku });
      expect(found).toMatchObject({ price, regular_price, stock_quantity, attributes, variations: [], categories: [] });
      expect(found?._links).toMatchObject({ up: [{ href: `https://shop.example${products}/${ring}` }] });
      expect(await merchant.get(`${products}/${first.id}`)).toMatchObject({ status: 200, body: found });
    });

    test("products and variations are in one list, sorted and paged together", async () => {
      const { body: simple } = await merchant.post<Json>(products, { name: "Đơn", sku: "CODE-1" });
      const sku = `sku=CODE-1,${first.sku}, ${second.sku},NONE`.replace(" ", "%20");
      expect(await ids(`${sku}&orderby=id&order=asc`)).toEqual([first.id, second.id, simple.id]);
      expect(await ids(`${sku}&orderby=include&include=${second.id},${simple.id}`)).toEqual([second.id, simple.id]);
      const page = await merchant.get<Json[]>(`${products}?${sku}&orderby=id&order=asc&per_page=2&page=2`);
      expect(page.body.map(({ id }) => id)).toEqual([simple.id]);
      expect(["x-wp-total", "x-wp-totalpages"].map((name) => page.header(name))).toEqual(["3", "2"]);
      expect(await ids(`${sku}&type=simple`)).toEqual([simple.id]);
      expect(await ids(`${sku}&status=draft`)).toEqual([]);
      expect(await ids(`${sku}&parent=${ring}&orderby=id&order=asc`)).toEqual([first.id, second.id]);
    });

    test("a barcode returns its product, also just after it was written", async () => {
      await merchant.put(`${ringVariations}/${first.id}`, { global_unique_id: "8930000000017" });
      expect(await ids("global_unique_id=8930000000017")).toEqual([first.id]);
      const { body: simple } = await merchant.post<Json>(products, { global_unique_id: "8930000000024" });
      expect(await ids("global_unique_id=8930000000017,8930000000024&orderby=id&order=asc")).toEqual([
        first.id,
        simple.id,
      ]);
      expect(await ids("global_unique_id=1")).toEqual([]);
    });

    test("the storefront gets the variation's product, and no variation as a product", async () => {
      const storefront = shop.client();
      const { body } = await storefront.get<Json[]>(`${products}?sku=${first.sku}`);
      expect(body.map(({ id }) => id)).toEqual([ring]);
      expect((await storefront.get(`${products}/${first.id}`)).status).toBe(404);
      expect((await merchant.get(`${products}/999999`)).status).toBe(404);
    });

    test("lists of types and statuses, and decimal prices, filter a list", async () => {
      const { body: draft } = await merchant.post<Json>(products, { name: "Nháp", status: "draft" });
      expect(await ids("include_status=draft,pending")).toEqual([draft.id]);
      expect(await ids(`exclude_status=draft&include=${draft.id},${ring}`)).toEqual([ring]);
      expect(await ids(`include_types=simple&include=${draft.id},${ring}`)).toEqual([draft.id]);
      expect(await ids(`exclude_types[]=simple&include=${draft.id},${ring}`)).toEqual([ring]);
      const [{ price }] = (await find(`include=${ring}`)) as [Json];
      expect(await ids(`include=${ring}&max_price=${String(price)}.00`)).toEqual([ring]);
      expect(await ids(`include=${ring}&max_price=${Number(price) - 1}.99`)).toEqual([]);
      expect(await ids("min_price=999999999999999")).toEqual([]);
    });
  });
