import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { ring, ringVariations } from "#fixtures/testing/ring-sizes.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { reserveStock } from "./index.ts";

const products = "/wp-json/wc/v3/products";
type Json = Record<string, unknown> & { id: number; translations: Record<"vi" | "en", Record<string, string>> };

/** The typical client: it reads a whole resource, changes one field and sends all of it back. */
for (const engine of engines)
  describe(`read, changed in one field and sent back completely, on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const ok = ({ status, body, text }: TestResponse<Json>): Json => {
      if (status > 201) throw new Error(`${status}: ${text}`);
      return body;
    };
    const read = async (path: string, query: string) => ok(await merchant.get<Json>(`${path}?${query}`));
    const create = async (path: string, body: object) => ok(await merchant.post<Json>(path, body));
    const without = (item: Json, ...names: string[]) =>
      Object.fromEntries(
        Object.entries(item).filter(([name]) => !/^date_modified/.test(name) && !names.includes(name)),
      );

    /** Changes a field, as read in either context, and expects only that field and its translations to differ. */
    async function change(path: string, field: string, lang: "vi" | "en" = "vi"): Promise<Json> {
      for (const context of ["edit", "view"]) {
        const before = await read(path, `context=edit&lang=${lang}`);
        const value = `Khác ${context} ${lang}`;
        const whole = await read(path, `context=${context}&lang=${lang}`);
        ok(await merchant.put<Json>(`${path}?lang=${lang}`, { ...whole, [field]: value }));
        const after = await read(path, `context=edit&lang=${lang}`);
        expect(after[field], `${field} ${context}`).toBe(value);
        // the other language's text is now older than this one
        const changed = [field, "translations", "english_lacks"];
        expect(without(after, ...changed)).toEqual(without(before, ...changed));
      }
      return read(path, `context=edit&lang=${lang}`);
    }

    test("stock: as left by the latest order, before it is announced", async () => {
      const { id } = await create(products, { name: "Nhẫn", manage_stock: true, stock_quantity: 5 });
      expect(await read(`${products}/${id}`, "context=view")).toMatchObject({ stock_quantity: 5 });
      const row = await shop.db.one<{ stockId: number }>(sql`select stock_id "stockId" from product where id = ${id}`);
      await shop.db.transaction((tx) =>
        reserveStock(tx, [{ stockId: row?.stockId ?? 0, quantity: 2 }], { reason: "sold" }),
      );
      expect(await read(`${products}/${id}`, "context=view")).toMatchObject({ stock_quantity: 3 });
    });

    test("stock: also while a read that began before the order is in flight", async () => {
      const { id } = await create(products, { name: "Nhẫn", manage_stock: true, stock_quantity: 5 });
      const row = await shop.db.one<{ stockId: number }>(sql`select stock_id "stockId" from product where id = ${id}`);
      const { db } = shop.shop;
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let reads = 0;
      const all: typeof db.all = async (statement) => {
        const rows = await db.all(statement);
        // the first read is that of the version
        if (++reads === 1) return rows as never;
        begun.resolve();
        await mayEnd.promise;
        return rows as never;
      };
      shop.shop.db = { ...db, all };
      const early = read(`${products}/${id}`, "context=view");
      await begun.promise;
      shop.shop.db = db;
      await shop.db.transaction((tx) =>
        reserveStock(tx, [{ stockId: row?.stockId ?? 0, quantity: 2 }], { reason: "sold" }),
      );
      expect(await read(`${products}/${id}`, "context=view")).toMatchObject({ stock_quantity: 3 });
      mayEnd.resolve();
      expect(await early).toMatchObject({ stock_quantity: 5 });
    });

    test("a product's texts: in both languages if untranslated", async () => {
      const { id } = await create(products, { name: "Nhẫn", description: "một\n\nhai", short_description: "trơn" });
      for (const field of ["name", "description", "short_description", "purchase_note"]) {
        const { translations } = await change(`${products}/${id}`, field);
        expect(translations.en[field]).toBe(translations.vi[field]);
      }
    });

    test("a translated text: in the request's language only", async () => {
      const before = await read(`${products}/${ring}`, "context=edit");
      const { translations } = await change(`${products}/${ring}`, "name", "en");
      expect(translations.en.name).toBe("Khác view en");
      expect(translations.vi.name).toBe(before.translations.vi.name);
      expect((await change(`${products}/${ring}`, "description")).translations.en).toEqual(translations.en);
    });

    test("a translation changed in the full resource, and one sent with the text", async () => {
      const { id } = await create(products, { name: "Nhẫn" });
      const whole = await read(`${products}/${id}`, "context=edit");
      const { vi, en } = whole.translations;
      const response = await merchant.put<Json>(`${products}/${id}`, {
        ...whole,
        translations: { vi, en: { ...en, name: "Ring" } },
      });
      expect(ok(response)).toMatchObject({ name: "Nhẫn", translations: { en: { name: "Ring" } } });
      const named = await merchant.put<Json>(`${products}/${id}`, {
        name: "Nhẫn bạc",
        translations: { en: { name: "Ring" } },
      });
      expect(ok(named).translations).toMatchObject({ vi: { name: "Nhẫn bạc" }, en: { name: "Ring" } });
    });

    test("an order, also one without an address, which is read with an empty one", async () => {
      for (const billing of [{}, { email: "an@example.com", first_name: "An" }]) {
        const { id } = await create("/wp-json/wc/v3/orders", { billing, meta_data: [{ key: "ward", value: "1" }] });
        await change(`/wp-json/wc/v3/orders/${id}`, "customer_note");
      }
      const { id } = await create("/wp-json/wc/v3/orders", { billing: { email: "an@example.com" } });
      const wrong = await merchant.put(`/wp-json/wc/v3/orders/${id}`, { billing: { email: "nobody" } });
      expect(wrong).toMatchObject({ status: 400, body: { data: { params: { billing: "Invalid email address." } } } });
    });

    test("variations, categories, attributes, terms and tags", async () => {
      const [variation] = (await merchant.get<Json[]>(ringVariations)).body;
      await change(`${ringVariations}/${variation?.id}`, "description");
      for (const [path, fields] of [
        [`${products}/categories`, ["name", "description"]],
        [`${products}/attributes`, ["name"]],
        [`${products}/attributes/1/terms`, ["name", "description"]],
        [`${products}/tags`, ["name", "description"]],
      ] as const) {
        const { id } = await create(path, { name: "Đầu tiên" });
        for (const field of fields) await change(`${path}/${id}`, field);
      }
    });
  });
