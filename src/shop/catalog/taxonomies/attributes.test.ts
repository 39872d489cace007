import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { variationsOf } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/products/attributes";

interface Row {
  id: number;
  name: string;
  slug: string;
  description: string;
  menu_order: number;
  count: number;
  type: string;
  order_by: string;
  has_archives: boolean;
  translations: Record<"vi" | "en", { name: string }>;
  code: string;
  message: string;
  data: { resource_id: number };
  error?: { code: string };
}

for (const engine of engines)
  describe(`attribute and term writes on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const create = (body: object) => merchant.post<Row>(path, body);
    const refused = async (response: Promise<{ status: number; body: Row }>) => {
      const { status, body } = await response;
      return [status, body.code];
    };
    const attributeCalled = async (name: string) => (await create({ name })).body.id;

    test("an attribute is created with WooCommerce's defaults, in the last position", async () => {
      const response = await create({ name: "Chất liệu" });
      expect(response).toMatchObject({
        status: 201,
        body: { slug: "pa_chat-lieu", type: "select", order_by: "menu_order", has_archives: false, filter: false },
      });
      expect(response.header("location")).toBe(`https://shop.example${path}/${response.body.id}`);
      const all = async () => (await shop.client().get<Row[]>(path)).body;
      await expect.poll(async () => (await all()).at(-1)?.slug).toBe("pa_chat-lieu");
      const own = { name: "Màu", slug: "pa_Màu Sắc", order_by: "name_num", has_archives: true };
      expect((await create(own)).body).toMatchObject({ slug: "pa_mau-sac", order_by: "name_num", has_archives: true });
    });

    test("an update leaves absent fields unchanged, and translates", async () => {
      const { id } = (await create({ name: "Độ dày", slug: "thickness", has_archives: true })).body;
      const put = (body: object, lang = "vi") => merchant.put<Row>(`${path}/${id}?lang=${lang}`, body);
      expect((await put({ name: "Bề dày" })).body).toMatchObject({ slug: "pa_thickness", has_archives: true });
      expect((await put({ translations: { en: { name: "Thickness" } } }, "en")).body.name).toBe("Thickness");
      expect((await put({ name: "Dày" })).body.translations).toMatchObject({
        vi: { name: "Dày" },
        en: { name: "Thickness" },
      });
      expect((await put({ slug: "day", order_by: "id", has_archives: false })).body).toMatchObject({
        slug: "pa_day",
        order_by: "id",
        has_archives: false,
      });
    });

    test("an invalid attribute is rejected with WooCommerce's messages", async () => {
      expect(await create({ name: "Khác", slug: "gemstone" })).toMatchObject({
        status: 400,
        body: {
          code: "woocommerce_rest_cannot_create",
          message: 'Slug "gemstone" is already in use. Change it, please.',
        },
      });
      expect(await refused(create({ name: "Khác", slug: "x".repeat(29) }))).toEqual([
        400,
        "woocommerce_rest_cannot_create",
      ]);
      expect(await refused(create({ name: " " }))).toEqual([400, "woocommerce_rest_cannot_create"]);
      expect(await refused(create({ name: "Khác", order_by: "price" }))).toEqual([400, "rest_invalid_param"]);
      expect(await refused(create({ name: "Khác", type: "text" }))).toEqual([400, "rest_invalid_param"]);
      expect(await refused(merchant.put<Row>(`${path}/2`, { slug: "gemstone" }))).toEqual([
        400,
        "woocommerce_rest_cannot_edit",
      ]);
      // the storefront filters by this attribute
      expect(await refused(merchant.put<Row>(`${path}/1`, { slug: "stone" }))).toEqual([400, "rest_invalid_param"]);
    });

    test("a term is created, renamed in one language, and found by its old value", async () => {
      const id = await attributeCalled("Kiểu khóa");
      const terms = `${path}/${id}/terms`;
      const response = await merchant.post<Row>(terms, { name: "Khóa tôm hùm", description: "Chắc", menu_order: 3 });
      expect(response).toMatchObject({
        status: 201,
        body: { slug: "khoa-tom-hum", description: "Chắc", menu_order: 3, count: 0 },
      });
      expect(response.header("location")).toBe(`https://shop.example${terms}/${response.body.id}`);
      const term = `${terms}/${response.body.id}`;
      expect(
        (await merchant.call<Row>("PATCH", `${term}?lang=en`, { translations: { en: { name: "Lobster" } } })).body.name,
      ).toBe("Lobster");
      expect((await merchant.post<Row>(term, { name: "Khóa càng cua" })).body).toMatchObject({
        name: "Khóa càng cua",
        slug: "khoa-tom-hum",
        description: "Chắc",
        translations: { en: { name: "Lobster" } },
      });
      const twin = await merchant.post<Row>(terms, { name: "lobster" });
      expect(twin).toMatchObject({
        status: 400,
        body: { code: "term_exists", data: { resource_id: response.body.id } },
      });
      // its name is free again, though its stored value is still in use
      expect((await merchant.post<Row>(terms, { name: "Khóa tôm hùm" })).status).toBe(201);
    });

    test("a term of another attribute is not found", async () => {
      const id = await attributeCalled("Cỡ dây");
      expect(await refused(merchant.put<Row>(`${path}/${id}/terms/201`, { name: "x" }))).toEqual([
        404,
        "woocommerce_rest_term_invalid",
      ]);
      expect(await refused(merchant.delete<Row>(`${path}/${id}/terms/201?force=true`))).toEqual([
        404,
        "woocommerce_rest_term_invalid",
      ]);
      expect(await refused(merchant.post<Row>(`${path}/9999/terms`, { name: "x" }))).toEqual([
        404,
        "woocommerce_rest_taxonomy_invalid",
      ]);
      expect(await refused(merchant.put<Row>(`${path}/9999`, { name: "x" }))).toEqual([
        404,
        "woocommerce_rest_taxonomy_invalid",
      ]);
      expect(await refused(merchant.delete<Row>(`${path}/9999?force=true`))).toEqual([
        404,
        "woocommerce_rest_taxonomy_invalid",
      ]);
    });

    test("a deleted term makes its variations incomplete, and does not affect carts and other variations", async () => {
      const [first, second] = await variationsOf(shop, 101);
      if (!first || !second) throw new Error("the solitaire has variations");
      const term = await shop.db.one<{ id: number; attributeId: number }>(sql`
        select t.id, t.attribute_id "attributeId" from variation_option o join term t on t.id = o.term_id
          join attribute a on a.id = t.attribute_id where o.variation_id = ${first.id} and a.slug = 'pa_size'`);
      const visitor = shop.client();
      await visitor.post("/wp-json/custom-cart/v1/add", { product_id: 101, variation_id: first.id, quantity: 1 });
      const one = `${path}/${term?.attributeId}/terms/${term?.id}`;
      expect(await refused(merchant.delete<Row>(one))).toEqual([501, "woocommerce_rest_trash_not_supported"]);
      expect((await merchant.delete<Row>(one, { force: true })).status).toBe(200);
      type Read = { id: number; purchasable: boolean; attributes: unknown[] };
      const read = async (id: number) =>
        (await shop.client().get<Read>(`/wp-json/wc/v3/products/101/variations/${id}`)).body;
      await expect.poll(async () => (await read(first.id)).purchasable).toBe(false);
      const others = (await variationsOf(shop, 101)).filter(({ choices }) => choices.pa_size);
      expect(await read(others[0]?.id ?? 0)).toMatchObject({ purchasable: true });
      const again = await visitor.post<{ code: string }>("/wp-json/custom-cart/v1/add", {
        product_id: 101,
        variation_id: first.id,
        quantity: 1,
      });
      expect(again).toMatchObject({ status: 404 });
      const cart = await visitor.get<{ items: { purchasable: boolean }[] }>("/wp-json/custom-cart/v1/view");
      expect(cart.body.items.map(({ purchasable }) => purchasable)).toEqual([false]);
    });

    test("a deleted attribute is no longer shown, and its products can be bought with the remaining options", async () => {
      const box = await shop.db.one<{ id: number }>(sql`select id from attribute where slug = 'pa_box'`);
      const used = await shop.db.all<{ productId: number }>(sql`
        select product_id "productId" from product_option where attribute_id = ${box?.id ?? 0} and product_id <> 101 limit 1`);
      const productId = used[0]?.productId ?? 0;
      expect((await merchant.delete<Row>(`${path}/${box?.id}?force=true`)).body).toMatchObject({ slug: "pa_box" });
      const product = () =>
        shop.client().get<{ attributes: { slug: string }[] }>(`/wp-json/wc/v3/products/${productId}`);
      await expect.poll(async () => (await product()).body.attributes.map(({ slug }) => slug)).not.toContain("pa_box");
      const left = (await variationsOf(shop, productId)).at(-1);
      const added = await shop.client().post("/wp-json/custom-cart/v1/add", {
        product_id: productId,
        variation_id: left?.id,
        quantity: 1,
      });
      expect(added.status).toBe(200);
    });

    test("a batch processes each entry by itself", async () => {
      const id = await attributeCalled("Lớp phủ");
      const { body } = await merchant.post<Record<"create" | "update" | "delete", Row[]>>(`${path}/${id}/terms/batch`, {
        create: [{ name: "Rhodium" }, { name: "rhodium" }, { name: 5 }],
        update: [{ id: 201, name: "x" }],
        delete: [201],
      });
      expect(body.create.map((one) => one.error?.code ?? one.slug)).toEqual([
        "rhodium",
        "term_exists",
        "rest_invalid_param",
      ]);
      expect(body.update[0]?.error?.code).toBe("woocommerce_rest_term_invalid");
      expect(body.delete[0]).toMatchObject({
        id: 201,
        error: { code: "woocommerce_rest_term_invalid", data: { status: 404 } },
      });
      const many = await merchant.post<Record<"create" | "delete", Row[]>>(`${path}/batch`, {
        create: [{ name: "Xưởng" }, { name: "Xưởng" }],
        delete: [id],
      });
      expect(many.body.create.map((one) => one.error?.code ?? one.slug)).toEqual([
        "pa_xuong",
        "woocommerce_rest_cannot_create",
      ]);
      expect(many.body.delete[0]).toMatchObject({ id, slug: "pa_lop-phu" });
    });
  });
