import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";

const products = "/wp-json/wc/v3/products";
type Json = Record<string, unknown> & { id: number };

for (const engine of engines)
  describe(`empty values as programs send them, on ${engine.name}`, () => {
    let merchant: Visitor;
    beforeAll(async () => {
      merchant = await merchantOf(await openShop(engine, { env: httpsEnv }));
    });
    const ok = ({ status, body, text }: TestResponse<Json>): Json => {
      if (status > 201) throw new Error(`${status}: ${text}`);
      return body;
    };
    const create = async (body: object) => ok(await merchant.post<Json>(products, body));
    const update = async (id: number, body: object) => ok(await merchant.put<Json>(`${products}/${id}`, body));

    test("an empty list may be sent as an empty text; an invalid body is reported by name", async () => {
      const lists = { images: [], tags: [], upsell_ids: [], meta_data: [], attributes: [], default_attributes: [] };
      const emptied = Object.fromEntries(Object.keys(lists).map((name) => [name, ""]));
      const made = await create({
        tags: [{ name: "Tạm" }],
        upsell_ids: [101],
        sku: "E-1",
      });
      expect(await update(made.id, emptied)).toMatchObject({ ...lists, sku: "E-1" });
      const wrong = await merchant.post<{ data: { params: object } }>(products, [1]);
      expect([wrong.status, wrong.body.data.params]).toEqual([400, { body: "body is not of type object." }]);
    });

    test("null removes a price and a SKU, meta data is deleted by id only, and tags are stripped from a name", async () => {
      const { id } = await create({
        name: 'Nhẫn <b>bạc</b> <3<script>alert("x")</script>',
        regular_price: "100000",
        sale_price: "80000",
        sku: "NULL-1",
        meta_data: [{ key: "karat", value: "925" }],
      });
      const bare = await update(id, {
        sale_price: null,
        sku: null,
        description: null,
        meta_data: [{ id: 1, value: null }],
      });
      expect(bare).toMatchObject({
        name: 'Nhẫn bạc <3alert("x")',
        price: "100000",
        sale_price: "",
        sku: "",
        meta_data: [],
      });
      const nameless = await merchant.put<{ code: string; data: { params: object } }>(`${products}/${id}`, {
        meta_data: [{ value: 1 }],
      });
      expect([nameless.status, nameless.body.code, nameless.body.data.params]).toEqual([
        400,
        "rest_invalid_param",
        { meta_data: "meta_data[0][key] must be named, or the fact's id." },
      ]);
    });
  });
