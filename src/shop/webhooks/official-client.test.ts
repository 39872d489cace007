import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { createMerchantKey, type Permissions } from "#shop/kernel/auth/merchant-keys.ts";

interface Row {
  id: number;
  [field: string]: unknown;
}
interface ResponseBody<Data> {
  status: number;
  data: Data;
  headers: Record<string, string>;
}
interface Client {
  get<Data = Row>(path: string, query?: object): Promise<ResponseBody<Data>>;
  post<Data = Row>(path: string, body: object): Promise<ResponseBody<Data>>;
  put<Data = Row>(path: string, body: object): Promise<ResponseBody<Data>>;
  delete<Data = Row>(path: string, query?: object): Promise<ResponseBody<Data>>;
}
interface Batch {
  create: Row[];
  update: Row[];
  delete: Row[];
}

interface Options {
  url: string;
  consumerKey: string;
  consumerSecret: string;
  version: string;
}
/** A CommonJS module whose class is its `default`; its own types declare it differently. */
const { default: WooCommerceRestApi } = createRequire(import.meta.url)("@woocommerce/woocommerce-rest-api") as {
  default: new (options: Options) => Client;
};

/** The error that the client throws for an error response. */
const rejection = async (call: Promise<unknown>) => {
  const error = (await call.catch((thrown: unknown) => thrown)) as { response?: ResponseBody<{ code: string }> };
  if (!error.response) throw error;
  return { status: error.response.status, code: error.response.data.code };
};

for (const engine of engines)
  describe(`WooCommerce's own client, over plain http with OAuth, on ${engine.name}`, () => {
    let shop: TestShop;
    let url: string;
    let woo: Client;
    const clientWith = async (permissions: Permissions): Promise<Client> => {
      const { consumerKey, consumerSecret } = await shop.db.transaction((tx) =>
        createMerchantKey(tx, shop.shop.config.appSecret, { description: "erp", permissions, now: new Date() }),
      );
      return new WooCommerceRestApi({ url, consumerKey, consumerSecret, version: "wc/v3" });
    };
    beforeAll(async () => {
      shop = await openShop(engine);
      // the client's timestamps use the real clock
      shop.clock.advance(Date.now() - shop.clock.now().getTime());
      await shop.http.listen({ port: 0, host: "127.0.0.1" });
      url = `http://127.0.0.1:${(shop.http.server.address() as AddressInfo).port}`;
      woo = await clientWith("read_write");
    });

    test("lists, reads, creates, updates, batches and deletes products", async () => {
      const first = await woo.get<Row[]>("products", {
        per_page: 5,
        page: 2,
        search: "nhẫn bạc (925)!",
        status: "publish",
      });
      expect(first.status).toBe(200);
      const list = await woo.get<Row[]>("products", { include: [101, 102], orderby: "include" });
      expect(list.data.map(({ id }) => id)).toEqual([101, 102]);
      expect(list.headers["x-wp-total"]).toBe("2");

      const made = await woo.post("products", {
        name: "Nhẫn bạc Lá phong",
        type: "simple",
        regular_price: "450000",
        sale_price: "390000",
        description: "<p>Bạc 925</p>",
        sku: "LA-PHONG",
        manage_stock: true,
        stock_quantity: 7,
        categories: [{ id: 11 }],
        meta_data: [{ key: "erp_id", value: "77" }],
      });
      expect(made).toMatchObject({
        status: 201,
        data: { slug: "nhan-bac-la-phong", price: "390000", on_sale: true, stock_quantity: 7, status: "publish" },
      });
      const at = `products/${made.data.id}`;
      expect((await woo.get(at)).data).toMatchObject({ sku: "LA-PHONG", regular_price: "450000" });
      expect((await woo.put(at, { regular_price: "500000", sale_price: "" })).data).toMatchObject({
        price: "500000",
        on_sale: false,
      });
      expect((await woo.get<Row[]>("products", { sku: "LA-PHONG" })).data).toHaveLength(1);

      const batch = await woo.post<Batch>("products/batch", {
        create: [
          { name: "Một", regular_price: "1000" },
          { name: "Hai", sku: "LA-PHONG" },
        ],
        update: [{ id: made.data.id, name: "Nhẫn bạc Lá" }],
        delete: [999_999],
      });
      expect(batch.data.create).toMatchObject([
        { name: "Một" },
        { id: 0, error: { code: "product_invalid_sku", data: { status: 400 } } },
      ]);
      expect(batch.data.update).toMatchObject([{ name: "Nhẫn bạc Lá" }]);
      expect(batch.data.delete).toMatchObject([{ error: { code: "woocommerce_rest_product_invalid_id" } }]);

      expect((await woo.delete(at)).data).toMatchObject({ id: made.data.id });
      expect((await woo.get(at)).data).toMatchObject({ status: "trash" });
      expect((await woo.delete(at, { force: true })).status).toBe(200);
      expect(await rejection(woo.get(at))).toEqual({ status: 404, code: "woocommerce_rest_product_invalid_id" });
    });

    test("creates an attribute with its terms, a variable product and its variations", async () => {
      const attribute = await woo.post("products/attributes", { name: "Màu dây" });
      expect(attribute).toMatchObject({ status: 201, data: { slug: "pa_mau-day", type: "select" } });
      const terms = await woo.post<Batch>(`products/attributes/${attribute.data.id}/terms/batch`, {
        create: [{ name: "Đỏ" }, { name: "Xanh" }],
      });
      expect(terms.data.create.map(({ slug }) => slug)).toEqual(["do", "xanh"]);
      const category = await woo.post("products/categories", { name: "Dây đeo" });
      expect(category).toMatchObject({ status: 201, data: { slug: "day-deo", parent: 0, count: 0 } });

      const product = await woo.post("products", {
        name: "Dây charm",
        type: "variable",
        categories: [{ id: category.data.id }],
        attributes: [{ id: attribute.data.id, variation: true, visible: true, options: ["Đỏ", "Xanh"] }],
      });
      const variations = `products/${product.data.id}/variations`;
      const red = await woo.post(variations, {
        regular_price: "120000",
        attributes: [{ id: attribute.data.id, option: "Đỏ" }],
        manage_stock: true,
        stock_quantity: 3,
      });
      expect(red).toMatchObject({ status: 201, data: { price: "120000", stock_quantity: 3, image: null } });
      await woo.post<Batch>(`${variations}/batch`, {
        create: [{ regular_price: "150000", attributes: [{ id: attribute.data.id, option: "Xanh" }] }],
        update: [{ id: red.data.id, sale_price: "100000" }],
      });
      expect((await woo.get<Row[]>(variations)).data).toHaveLength(2);
      expect((await woo.get(`products/${product.data.id}`)).data).toMatchObject({
        price: "100000",
        regular_price: "",
        on_sale: true,
        variations: expect.arrayContaining([red.data.id]),
      });
      expect((await woo.get(`products/categories/${category.data.id}`)).data).toMatchObject({ count: 1 });

      await woo.delete(`${variations}/${red.data.id}`, { force: true });
      await woo.delete(`products/${product.data.id}`, { force: true });
      expect(await rejection(woo.delete(`products/categories/${category.data.id}`))).toMatchObject({ status: 501 });
      await woo.delete(`products/categories/${category.data.id}`, { force: true });
      await woo.delete(`products/attributes/${attribute.data.id}`, { force: true });
      expect(await rejection(woo.get(`products/attributes/${attribute.data.id}`))).toMatchObject({ status: 404 });
    });

    test("creates, changes, refunds and deletes orders, with notes", async () => {
      const ring = await woo.post("products", { name: "Nhẫn trơn", regular_price: "200000" });
      const order = await woo.post("orders", {
        payment_method: "bacs",
        payment_method_title: "Chuyển khoản",
        set_paid: true,
        billing: {
          first_name: "An",
          last_name: "Ng",
          address_1: "12 Hàng Bạc",
          country: "VN",
          email: "an@example.com",
        },
        line_items: [{ product_id: ring.data.id, quantity: 2 }],
        shipping_lines: [{ method_id: "flat_rate", method_title: "GHN", total: "30000" }],
      });
      expect(order).toMatchObject({ status: 201, data: { status: "processing", shipping_total: "30000" } });
      const at = `orders/${order.data.id}`;
      expect((await woo.get<Row[]>("orders", { search: "an@example.com" })).data.map(({ id }) => id)).toContain(
        order.data.id,
      );
      await woo.post(`${at}/notes`, { note: "Gói quà" });
      expect((await woo.get<Row[]>(`${at}/notes`)).data.map(({ note }) => note)).toContain("Gói quà");
      const refund = await woo.post(`${at}/refunds`, { amount: "10000", reason: "xước" });
      expect(refund.status).toBe(201);
      expect((await woo.get(at)).data.refunds).toMatchObject([{ total: "-10000", reason: "xước" }]);
      expect((await woo.put(at, { status: "completed" })).data).toMatchObject({ status: "completed" });
      const batch = await woo.post<Batch>("orders/batch", { update: [{ id: order.data.id, customer_note: "Cảm ơn" }] });
      expect(batch.data.update).toMatchObject([{ customer_note: "Cảm ơn" }]);
      expect((await woo.delete(at, { force: true })).status).toBe(200);
      expect(await rejection(woo.get(at))).toEqual({ status: 404, code: "woocommerce_rest_shop_order_invalid_id" });
    });

    test("is limited to its key's permission", async () => {
      const [reader, writer] = [await clientWith("read"), await clientWith("write")];
      expect((await reader.get("products")).status).toBe(200);
      expect(await rejection(reader.post("products", { name: "x" }))).toEqual({
        status: 401,
        code: "woocommerce_rest_authentication_error",
      });
      expect(await rejection(writer.get("products"))).toMatchObject({ status: 401 });
      expect((await writer.post("products", { name: "Viết được" })).status).toBe(201);
    });
  });
