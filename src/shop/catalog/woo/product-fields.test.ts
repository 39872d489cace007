import { beforeAll, describe, expect, test } from "vitest";
import type { Product, ProductList } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { productFields } from "#fixtures/testing/woo-fields.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";
type Json = Record<string, unknown> & { id: number };

for (const engine of engines)
  describe(`a written product is read back unchanged on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let pictures: number[];
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      pictures = (await shop.db.all<{ id: number }>(sql`select id from picture order by id limit 4`)).map(
        ({ id }) => id,
      );
    });
    const ok = <Body>(response: TestResponse<Body>, status = 200): Body => {
      if (response.status !== status) throw new Error(`${response.status}: ${response.text}`);
      return response.body;
    };
    const create = async (body: object, query = "") => ok(await merchant.post<Json>(`${products}${query}`, body), 201);
    const update = async (id: number, body: object, query = "") =>
      ok(await merchant.put<Json>(`${products}/${id}${query}`, body));
    const read = async (id: number, query = "") => ok(await merchant.get<Json>(`${products}/${id}${query}`));

    test("no field is required: absent ones get WooCommerce's defaults", async () => {
      const response = await merchant.post<Json>(products, {});
      const made = ok(response, 201);
      expect(response.header("location")).toBe(`https://shop.example${products}/${made.id}`);
      for (const [field, type] of Object.entries(productFields)) expect(typeof made[field], field).toBe(type);
      expect(made).toMatchObject({
        name: "Sản phẩm",
        type: "simple",
        status: "publish",
        catalog_visibility: "visible",
        sku: "",
        price: "",
        regular_price: "",
        sale_price: "",
        on_sale: false,
        purchasable: false,
        manage_stock: false,
        stock_quantity: null,
        stock_status: "instock",
        backorders: "no",
        tax_status: "taxable",
        reviews_allowed: true,
        average_rating: "0",
        brands: [],
        images: [],
        attributes: [],
        categories: [{ name: "Chưa phân loại", slug: "chua-phan-loai" }],
      });
    });

    const every = () => ({
      name: "Nhẫn bạc Đá quý <3",
      status: "private",
      featured: true,
      catalog_visibility: "search",
      description: "<p>Bạc <strong>925</strong></p>",
      short_description: "Nhẹ &amp; sáng",
      sku: "EVERY-1",
      global_unique_id: "978-3-16",
      regular_price: "450000",
      sale_price: "390000",
      date_on_sale_from: "2026-01-01T00:00:00",
      date_on_sale_to: "2030-12-31T23:59:59",
      date_created: "2025-02-03T10:20:30",
      tax_status: "none",
      tax_class: "reduced-rate",
      manage_stock: true,
      stock_quantity: 7,
      low_stock_amount: 2,
      sold_individually: true,
      weight: "12.5",
      dimensions: { length: "20", width: "15", height: "3" },
      reviews_allowed: false,
      upsell_ids: [101, 102],
      cross_sell_ids: [103],
      purchase_note: "Cảm ơn!",
      menu_order: -3,
      care_group: "pearl",
      adjustable: true,
      gift_slug: "toy-car",
      meta_data: [
        { key: "karat", value: "925" },
        { key: "_erp", value: { row: 7, open: true } },
      ],
    });

    test("every field is returned as written, and again when the whole response is sent back", async () => {
      const { body: tag } = await merchant.post<Json>(products, { tags: [{ name: "Quà Tết" }] });
      const [{ id: tagId }] = tag.tags as [{ id: number }];
      const [one, other] = pictures;
      const sent = {
        ...every(),
        categories: [{ id: 12 }, { id: 11 }],
        tags: [{ id: tagId }, { name: "Mùa hè" }],
        images: [{ id: other, alt: "mặt trước" }, { id: one }],
      };
      const made = await create(sent);
      const { images, categories, tags, meta_data, ...rest } = sent;
      expect(made).toMatchObject(rest);
      expect(made).toMatchObject({
        slug: "nhan-bac-da-quy-3",
        price: "390000",
        on_sale: true,
        stock_status: "instock",
        date_on_sale_from_gmt: "2025-12-31T17:00:00",
        date_on_sale_to_gmt: "2030-12-31T16:59:59",
        date_created_gmt: "2025-02-03T03:20:30",
        categories: [{ id: 12 }, { id: 11 }],
        images: [
          { id: other, alt: "mặt trước" },
          { id: one, alt: "Nhẫn bạc Đá quý <3" },
        ],
        meta_data: [
          { id: 1, ...meta_data[0] },
          { id: 2, ...meta_data[1] },
        ],
        generated_slug: "nhan-bac-da-quy-3",
        permalink_template: expect.stringContaining("%product%"),
      });
      expect((made.tags as { name: string }[]).map(({ name }) => name).sort()).toEqual(["Mùa hè", "Quà Tết"]);
      const again = await update(made.id, made);
      expect({ ...again, date_modified: 0, date_modified_gmt: 0 }).toEqual({
        ...made,
        date_modified: 0,
        date_modified_gmt: 0,
      });
      const { date_modified: _one, date_modified_gmt: _two, ...stored } = again;
      expect(await read(made.id, "?context=edit")).toMatchObject(stored);
    });

    test("reads wrap texts in paragraphs; writes and the edit context return them as stored", async () => {
      const made = await create({
        name: "Texts",
        description: "one\n\ntwo<script>x()</script>",
        short_description: "short",
      });
      expect(made).toMatchObject({ description: "one\n\ntwo", short_description: "short" });
      expect(await read(made.id)).toMatchObject({
        description: "<p>one</p>\n<p>two</p>\n",
        short_description: "<p>short</p>\n",
        average_rating: "0.00",
      });
      expect(await read(made.id)).not.toHaveProperty("generated_slug");
      const storefront = shop.client();
      expect((await storefront.get<Product>(`${products}/${made.id}`)).body.short_description).toBe("short");
      expect((await storefront.get(`${products}/${made.id}?context=edit`)).status).toBe(403);
    });

    test("HTML is sanitised before it is stored", async () => {
      const { description, short_description } = await create({
        description: '<div onclick="x()">a<img src=x onerror=y()><b>b</b></div><script>c</script>',
        short_description: '<a href="javascript:x()">d</a>',
      });
      expect([description, short_description]).toEqual(["<p>a<strong>b</strong></p>", "d"]);
    });

    test("a text is written in the request's language, in both until it is translated, or in both at once", async () => {
      const made = await create({ name: "Nhẫn", description: "mô tả" });
      expect(made.translations).toMatchObject({ vi: { name: "Nhẫn" }, en: { name: "Nhẫn", description: "mô tả" } });
      await update(made.id, { name: "Nhẫn mới" });
      const english = await update(made.id, { translations: { en: { name: "Ring" } } }, "?lang=en");
      expect(english).toMatchObject({ name: "Ring", description: "mô tả", translations: { vi: { name: "Nhẫn mới" } } });
      await update(made.id, { name: "New ring" }, "?lang=en");
      expect(await read(made.id)).toMatchObject({ name: "Nhẫn mới" });
      expect(await read(made.id, "?lang=en")).toMatchObject({ name: "New ring" });
      const both = await create({ translations: { vi: { name: "Vòng" }, en: { name: "Bangle" } } });
      expect(both).toMatchObject({ name: "Vòng", slug: "vong", translations: { en: { name: "Bangle" } } });
    });

    test("only the given fields change; meta data is merged by key", async () => {
      const made = await create({ ...every(), sku: "NAMED-1" });
      const after = await update(made.id, {
        menu_order: 4,
        meta_data: [
          { key: "karat", value: "750" },
          { key: "colour", value: "rose" },
          { key: "_erp", value: null },
        ],
      });
      const changed = { menu_order: 4, meta_data: 0, date_modified: 0, date_modified_gmt: 0 };
      expect({ ...after, ...changed }).toEqual({ ...made, ...changed });
      expect(after.meta_data).toEqual([
        { id: 1, key: "karat", value: "750" },
        { id: 3, key: "colour", value: "rose" },
      ]);
    });

    test("a sale price is in force between its dates and only below the regular price", async () => {
      const { id } = await create({ regular_price: "100000", sale_price: "80000", date_on_sale_from: "2099-01-01" });
      expect(await read(id)).toMatchObject({ price: "100000", sale_price: "80000", on_sale: false });
      expect(await update(id, { date_on_sale_from: "" })).toMatchObject({
        price: "80000",
        on_sale: true,
        date_on_sale_from: null,
      });
      expect(await update(id, { sale_price: "100000" })).toMatchObject({
        price: "100000",
        sale_price: "100000",
        on_sale: false,
      });
      expect(await update(id, { sale_price: "" })).toMatchObject({ price: "100000", sale_price: "", on_sale: false });
    });

    test("images are in the order sent, have names, and are removed by []", async () => {
      const [one = 0, two = 0, three = 0] = pictures;
      const { id } = await create({ images: [{ id: one }, { id: two }, { id: three }] });
      const turned = await update(id, { images: [{ id: three, name: "the third", alt: "3" }, { id: one }] });
      expect(turned.images).toMatchObject([{ id: three, name: "the third", alt: "3" }, { id: one }]);
      const [{ src }] = turned.images as [{ src: string }];
      expect((await update(id, { images: [{ src }, { id: two }] })).images).toMatchObject([{ id: three }, { id: two }]);
      expect((await update(id, { images: [] })).images).toEqual([]);
      const wrong = await merchant.put<{ code: string }>(`${products}/${id}`, { images: [{ id: 999_999 }] });
      expect([wrong.status, wrong.body.code]).toEqual([400, "woocommerce_product_invalid_image_id"]);
    });

    test("the storefront's page, cards and lists show a change at once", async () => {
      const storefront = shop.client();
      const rings = async () =>
        (await storefront.get<ProductList>("/wp-json/custom/v1/products/?category_slug=rings&per_page=100")).body
          .products;
      const before = (await rings()).length;
      const { id } = await create({ name: "Nhẫn thử", regular_price: "99000", categories: [{ id: 11 }] });
      const card = async () => (await rings()).find((one) => one.id === id);
      await expect.poll(card).toMatchObject({ name: "Nhẫn thử", price: 99_000, stock_status: "instock" });
      expect((await rings()).length).toBe(before + 1);
      await update(id, { regular_price: "88000", stock_status: "outofstock", short_description: "<p>a &lt; b</p>" });
      await expect.poll(card).toMatchObject({ price: 88_000, stock_status: "outofstock", short_description: "a < b" });
      expect((await storefront.get(`${products}/${id}`)).body).toMatchObject({ price: "88000" });
      await update(id, { catalog_visibility: "hidden" });
      await expect.poll(card).toBeUndefined();
      expect((await storefront.get(`${products}/${id}`)).status).toBe(200);
      await update(id, { catalog_visibility: "visible", status: "draft" });
      await expect.poll(async () => (await storefront.get(`${products}/${id}`)).status).toBe(404);
    });

    test("SKUs are found in part, including those of variations; unknown filters are ignored", async () => {
      await create({ name: "Coded", sku: "FIND-ME-77" });
      const found = async (query: string) =>
        ok(await merchant.get<Json[]>(`${products}?colour=x&${query}`)).map(({ name }) => name);
      expect(await found("search_sku=d-me-7")).toEqual(["Coded"]);
      expect(await found("sku=FIND-ME-77")).toEqual(["Coded"]);
      expect((await found("search_sku=R-0002-50-G")).length).toBe(1);
    });
  });
