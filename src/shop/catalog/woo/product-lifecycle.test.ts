import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";
import { aggregateSales } from "../index.ts";

const products = "/wp-json/wc/v3/products";
type Json = Record<string, unknown> & { id: number; slug: string };
interface Problem {
  code: string;
  message: string;
  data: { status: number; resource_id?: number; unique_sku?: string; params?: Record<string, string> };
}

for (const engine of engines)
  describe(`lifecycle of a product on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const ok = <Body>(response: TestResponse<Body>, status = 200): Body => {
      if (response.status !== status) throw new Error(`${response.status}: ${response.text}`);
      return response.body;
    };
    const create = async (body: object) => ok(await merchant.post<Json>(products, body), 201);
    const update = async (id: number, body: object) => ok(await merchant.put<Json>(`${products}/${id}`, body));
    const refused = async (response: Promise<TestResponse<unknown>>) => {
      const { status, body } = await response;
      return [status, (body as Problem).code];
    };

    test("a SKU belongs to one product or variation only, the first to claim it", async () => {
      const [variation] = await shop.db.all<{ id: number; sku: string }>(sql`select id, sku from variation limit 1`);
      const first = await create({ sku: "ONE" });
      for (const [sku, owner] of [
        ["ONE", first.id],
        [variation?.sku, variation?.id],
      ]) {
        const { status, body } = await merchant.post<Problem>(products, { sku });
        expect([status, body.code, body.message]).toEqual([400, "product_invalid_sku", "Invalid or duplicated SKU."]);
        expect(body.data).toMatchObject({ status: 400, resource_id: owner, unique_sku: `${sku}-1` });
      }
      expect(await update(first.id, { sku: "ONE" })).toMatchObject({ sku: "ONE" });
      const race = await Promise.all(
        ["a", "b", "c"].map((name) => merchant.post<Problem>(products, { name, sku: "RACE" })),
      );
      expect(race.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      expect(race.find(({ status }) => status === 400)?.body.code).toBe("product_invalid_sku");
    });

    test("a slug is plain and unique, also for two created concurrently", async () => {
      const made = await Promise.all([1, 2, 3].map(() => create({ name: "Đồng hồ Ước Mơ" })));
      expect(made.map(({ slug }) => slug).sort()).toEqual(["dong-ho-uoc-mo", "dong-ho-uoc-mo-2", "dong-ho-uoc-mo-3"]);
      const [one] = made;
      expect((await update(one?.id ?? 0, { slug: "Quà & Tặng!" })).slug).toBe("qua-tang");
      expect((await update(one?.id ?? 0, { name: "Another name" })).slug).toBe("qua-tang");
      expect((await update(one?.id ?? 0, { slug: "" })).slug).toBe("another-name");
      expect((await create({ name: "戒指" })).slug).toMatch(/^\d+$/);
    });

    test("in the trash it is unlisted and not for sale, readable by its id, and can be restored", async () => {
      const shopper = shop.client();
      await shopper.post("/wp-json/custom-cart/v1/add", { product_id: hoops.id, quantity: 1 });
      const before = ok(await merchant.get<Json>(`${products}/${hoops.id}?context=edit`));
      expect(ok(await merchant.delete<Json>(`${products}/${hoops.id}`))).toEqual(before);
      const gone = ok(await merchant.get<Json>(`${products}/${hoops.id}`));
      expect(gone).toMatchObject({ status: "trash", slug: `${before.slug}__trashed` });
      expect(await refused(merchant.delete(`${products}/${hoops.id}`))).toEqual([
        410,
        "woocommerce_rest_already_trashed",
      ]);
      const listed = async (query: string) =>
        ok(await merchant.get<Json[]>(`${products}?include=${hoops.id}${query}`)).length;
      expect([await listed(""), await listed("&status=trash"), await listed("&status=publish")]).toEqual([0, 1, 0]);
      expect((await shopper.get(`${products}/${hoops.id}`)).status).toBe(404);
      const cart = ok(await shopper.get<{ items: object[]; total: number }>("/wp-json/custom-cart/v1/view"));
      expect(cart.items).toMatchObject([{ id: hoops.id, purchasable: false }]);
      const taken = await create({ sku: before.sku, slug: before.slug });
      expect(taken).toMatchObject({ sku: before.sku, slug: before.slug });
      expect(await update(hoops.id, { status: "publish" })).toMatchObject({ sku: "", slug: `${before.slug}-2` });
      expect((await shopper.get(`${products}/${hoops.id}`)).status).toBe(200);
      ok(await merchant.delete(`${products}/${taken.id}?force=true`));
      await update(hoops.id, { sku: before.sku, slug: before.slug });
    });

    test("deleted permanently it is gone with its parts and stock", async () => {
      const { id } = await create({
        attributes: [{ name: "Own", options: ["a"] }],
        manage_stock: true,
        stock_quantity: 3,
      });
      const units = () => shop.db.one<{ count: number }>(sql`select count(*)::integer count from stock`);
      const before = await units();
      expect(ok(await merchant.delete(`${products}/${id}`, { force: true }))).toMatchObject({ id, status: "publish" });
      expect((await units())?.count).toBe((before?.count ?? 0) - 1);
      expect(await refused(merchant.get(`${products}/${id}`))).toEqual([404, "woocommerce_rest_product_invalid_id"]);
      expect(ok(await merchant.delete(`${products}/102?force=true`))).toMatchObject({ id: 102, type: "variable" });
      expect(await shop.db.all(sql`select id from variation where product_id = 102`)).toEqual([]);
    });

    test("stock is managed or not; no write makes it negative", async () => {
      const { id } = await create({ manage_stock: true, stock_quantity: 5 });
      expect(await update(id, { inventory_delta: -2 })).toMatchObject({ stock_quantity: 3, stock_status: "instock" });
      expect(await update(id, { stock_quantity: 0, stock_status: "instock" })).toMatchObject({
        stock_status: "outofstock",
      });
      for (const body of [{ stock_quantity: -1 }, { inventory_delta: -1 }, { stock_quantity: 1.5 }]) {
        const response = await merchant.put<Problem>(`${products}/${id}`, body);
        expect([response.status, Object.keys(response.body.data.params ?? {})]).toEqual([400, Object.keys(body)]);
      }
      const words = await merchant.put<Problem>(`${products}/${id}`, { stock_quantity: "many" });
      expect(words.body.data.params).toEqual({ stock_quantity: "stock_quantity is not of type integer." });
      const uncounted = { manage_stock: false, stock_quantity: null, stock_status: "instock" };
      expect(await update(id, { manage_stock: false, stock_status: "instock" })).toMatchObject(uncounted);
      expect(await update(id, { stock_quantity: 9 })).toMatchObject(uncounted);
      expect(await update(id, { stock_status: "outofstock" })).toMatchObject({ stock_status: "outofstock" });
      expect(await update(id, { manage_stock: true })).toMatchObject({ manage_stock: true, stock_quantity: 0 });
    });

    test("stock added during concurrent orders is neither lost nor sold twice", async () => {
      const { id } = await create({ name: "Busy", regular_price: "500000", manage_stock: true, stock_quantity: 3 });
      const shopper = shop.client();
      await shopper.register();
      const order = aCodOrder({ line_items: [{ product_id: id, quantity: 1 }] });
      const responses = await Promise.all([
        ...[1, 2, 3].map(() => submit(shopper, order)),
        ...[1, 2, 3].map(() => merchant.put(`${products}/${id}`, { inventory_delta: 2 })),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 200, 200, 200]);
      await shop.db.transaction(aggregateSales);
      expect(ok(await merchant.get<Json>(`${products}/${id}`))).toMatchObject({ stock_quantity: 6, total_sales: 3 });
    });

    test("one that is sold individually can be in a cart once", async () => {
      const { id } = await create({ regular_price: "500000", sold_individually: true });
      const shopper = shop.client();
      const add = (quantity: number) =>
        shopper.post("/wp-json/custom-cart/v1/add", { product_id: id, quantity }).then(({ status }) => status);
      expect([await add(2), await add(1), await add(1)]).toEqual([400, 200, 400]);
    });

    test("a batch processes each entry by itself and returns its result", async () => {
      const { id } = await create({ name: "To update" });
      const batch = ok(
        await merchant.post<Record<"create" | "update" | "delete", (Json & { error?: Problem })[]>>(
          `${products}/batch`,
          {
            create: [
              { name: "One", sku: "BATCH" },
              { name: "Two", sku: "BATCH" },
              { type: "external" },
              { name: "Three" },
            ],
            update: [
              { id, name: "Updated" },
              { id: 999_999, name: "?" },
              { id, categories: [{ id: 999_999 }] },
            ],
            delete: [id, 999_999],
          },
        ),
      );
      const messages = (entries: (Json & { error?: Problem })[]) =>
        entries.map(({ name, error }) => error?.code ?? name);
      expect(messages(batch.create)).toEqual(["One", "product_invalid_sku", "rest_invalid_param", "Three"]);
      expect(batch.create[1]).toMatchObject({
        id: 0,
        error: { data: { status: 400, resource_id: batch.create[0]?.id } },
      });
      expect(messages(batch.update)).toEqual(["Updated", "woocommerce_rest_product_invalid_id", "rest_invalid_param"]);
      expect(batch.update[1]).toMatchObject({ id: 999_999, error: { data: { status: 400 } } });
      expect(messages(batch.delete)).toEqual(["Updated", "woocommerce_rest_product_invalid_id"]);
      expect((await merchant.get(`${products}/${id}`)).status).toBe(404);
    });

    test("invalid fields are rejected by name, and nothing is stored", async () => {
      const wrong: [object, string][] = [
        [{ regular_price: "25.50" }, "regular_price"],
        [{ regular_price: 25 }, "regular_price"],
        [{ status: "scheduled" }, "status"],
        [{ backorders: "yes" }, "backorders"],
        [{ virtual: "maybe" }, "virtual"],
        [{ downloadable: "true" }, "downloadable"],
        [{ featured: "maybe" }, "featured"],
        [{ weight: "heavy" }, "weight"],
        [{ dimensions: { length: "1.5" } }, "dimensions"],
        [{ categories: [{ id: "x" }] }, "categories"],
        [{ categories: [{ id: 999_999 }] }, "categories"],
        [{ tags: [{ id: 999_999 }] }, "tags"],
        [{ gift_slug: "no-such" }, "gift_slug"],
        [{ care_group: "gold" }, "care_group"],
        [{ date_on_sale_from: "2024" }, "date_on_sale_from"],
        [{ grouped_products: [101] }, "grouped_products"],
        [{ brands: [{ id: 1 }] }, "brands"],
        [{ shipping_class: "big" }, "shipping_class"],
        [{ meta_data: [{ value: 1 }] }, "meta_data"],
      ];
      for (const [body, name] of wrong) {
        const response = await merchant.post<Problem>(products, { sku: "WRONG", ...body });
        expect([response.status, response.body.code], name).toEqual([400, "rest_invalid_param"]);
        expect(Object.keys(response.body.data.params ?? {})).toEqual([name]);
        expect(response.body.data.params?.[name]).toMatch(name.startsWith("date_on") ? "Invalid date." : name);
      }
      expect(await shop.db.all(sql`select id from product where sku = 'WRONG'`)).toEqual([]);
      expect(await refused(merchant.post(products, { id: 5 }))).toEqual([400, "woocommerce_rest_product_exists"]);
      expect(await refused(merchant.put(`${products}/999999`, {}))).toEqual([
        400,
        "woocommerce_rest_product_invalid_id",
      ]);
      expect(await refused(merchant.delete(`${products}/999999`))).toEqual([
        404,
        "woocommerce_rest_product_invalid_id",
      ]);
    });

    test("PATCH and POST on one product update it too", async () => {
      const { id } = await create({ name: "Methods" });
      for (const method of ["PUT", "PATCH", "POST"] as const) {
        expect(ok(await merchant.call<Json>(method, `${products}/${id}`, { name: method }))).toMatchObject({
          name: method,
        });
      }
    });

    test("requires a merchant's key with write permission", async () => {
      const guest = shop.client({ headers: { authorization: null, "x-forwarded-proto": "https" } });
      const reader = await merchantOf(shop, "read");
      const calls = [
        ["POST", products],
        ["PUT", `${products}/101`],
        ["DELETE", `${products}/101`],
        ["POST", `${products}/batch`],
      ] as const;
      for (const [method, path] of calls) {
        const statuses = await Promise.all(
          [guest, shop.client(), reader].map(async (caller) => (await caller.call(method, path, {})).status),
        );
        expect(statuses, `${method} ${path}`).toEqual([401, 403, 401]);
      }
      expect(ok(await merchant.get<Json>(`${products}/101`))).toMatchObject({ status: "publish" });
    });
  });
