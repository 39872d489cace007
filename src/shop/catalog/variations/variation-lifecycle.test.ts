import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import {
  ringVariations as path,
  ring,
  sized,
  type VariationResponse as Variation,
} from "#fixtures/testing/ring-sizes.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";
interface Product {
  variations: number[];
}

for (const engine of engines)
  describe(`lifecycle of variations on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const create = (body: object) => merchant.post<Variation>(path, body);
    const update = (id: number, body: object) => merchant.put<Variation>(`${path}/${id}`, body);
    const read = async (id: number) => (await merchant.get<Variation>(`${path}/${id}`)).body;
    const refused = async (response: Promise<{ status: number; body: Variation }>) => {
      const { status, body } = await response;
      return [status, body.code];
    };
    const parent = async () => (await shop.client().get<Product>(`${products}/${ring}`)).body;

    test("store SKUs, notes, measures, texts and an image", async () => {
      const picture = (await shop.db.one<{ id: number }>(sql`select min(id) id from picture`))?.id ?? 0;
      const { body } = await create(
        sized("78 mm", {
          sku: "RING-78",
          description: "<p>Cỡ lớn</p><script>alert(1)</script>",
          image: { id: picture, alt: "Nhẫn cỡ 78" },
          weight: "3.5",
          dimensions: { length: "20", width: "21", height: "" },
          meta_data: [{ key: "_shelf", value: { row: 3 } }],
          low_stock_amount: 2,
          menu_order: 5,
        }),
      );
      expect(body).toMatchObject({
        sku: "RING-78",
        description: "<p>Cỡ lớn</p>",
        image: { id: picture, alt: "Nhẫn cỡ 78" },
        weight: "3.5",
        dimensions: { length: "20", width: "21" },
        meta_data: [{ id: 1, key: "_shelf", value: { row: 3 } }],
        low_stock_amount: 2,
        menu_order: 5,
      });
      // a whole read response may be sent back, and changes nothing
      const {
        date_modified: _,
        date_modified_gmt: __,
        ...sent
      } = (await read(body.id)) as never as Record<string, unknown>;
      expect(sent.description).toBe("<p>Cỡ lớn</p>\n");
      expect((await update(body.id, sent)).body).toMatchObject({ ...sent, description: "<p>Cỡ lớn</p>" });
      const twin = await create(sized("80 mm", { sku: "RING-78" }));
      expect(twin).toMatchObject({
        status: 400,
        body: { code: "product_invalid_sku", data: { resource_id: body.id, unique_sku: "RING-78-1" } },
      });
      const product = await merchant.get<{ sku: string }>(`${products}/143`);
      expect(await refused(update(body.id, { sku: product.body.sku }))).toEqual([400, "product_invalid_sku"]);
      const after = { image: {}, sku: "", weight: "", meta_data: [{ key: "_shelf", value: 4 }] };
      expect((await update(body.id, after)).body).toMatchObject({
        image: null,
        sku: "",
        weight: expect.not.stringMatching("3.5"),
        meta_data: [{ id: 1, key: "_shelf", value: 4 }],
      });
      expect(await refused(update(body.id, { image: { id: 987_654 } }))).toEqual([
        400,
        "woocommerce_variation_invalid_image_id",
      ]);
      const english = await merchant.put<Variation>(`${path}/${body.id}?lang=en`, {
        translations: { en: { description: "<p>Large</p>" } },
      });
      expect([english.body.description, (await read(body.id)).description]).toEqual([
        "<p>Large</p>",
        "<p>Cỡ lớn</p>\n",
      ]);
    });

    test("are moved to the trash, or deleted permanently", async () => {
      const { id } = (await create(sized("82 mm"))).body;
      const shopper = shop.client();
      await shopper.post("/wp-json/custom-cart/v1/add", { product_id: ring, variation_id: id, quantity: 1 });
      expect(await merchant.delete<Variation>(`${path}/${id}`)).toMatchObject({
        status: 200,
        body: { id, status: "publish" },
      });
      expect((await read(id)).status).toBe("trash");
      const listed = async (query = "") =>
        (await merchant.get<Variation[]>(`${path}?per_page=100${query}`)).body.map((one) => one.id);
      expect(await listed()).not.toContain(id);
      expect(await listed("&status=trash")).toContain(id);
      await expect.poll(async () => (await parent()).variations).not.toContain(id);
      expect((await merchant.get<Product>(`${products}/${ring}`)).body.variations).not.toContain(id);
      expect(await refused(merchant.delete<Variation>(`${path}/${id}`))).toEqual([
        410,
        "woocommerce_rest_already_trashed",
      ]);
      expect((await update(id, { status: "private" })).body.status).toBe("private");
      expect((await merchant.delete<Variation>(`${path}/${id}`, { force: true })).body).toMatchObject({
        id,
        status: "private",
      });
      expect(await refused(merchant.get<Variation>(`${path}/${id}`))).toEqual([
        404,
        "woocommerce_rest_product_variation_invalid_id",
      ]);
      const cart = await shopper.get<{ items: unknown[] }>("/wp-json/custom-cart/v1/view");
      expect(cart.body.items).toEqual([]);
    });

    test("belong to one product, which must be variable", async () => {
      const { id } = (await create(sized("84 mm"))).body;
      const elsewhere = `${products}/102/variations/${id}`;
      expect(await refused(merchant.put<Variation>(elsewhere, { menu_order: 1 }))).toEqual([
        400,
        "woocommerce_rest_product_variation_invalid_id",
      ]);
      expect(await refused(merchant.delete<Variation>(`${elsewhere}?force=true`))).toEqual([
        404,
        "woocommerce_rest_product_variation_invalid_id",
      ]);
      expect(await refused(merchant.get<Variation>(elsewhere))).toEqual([
        404,
        "woocommerce_rest_product_variation_invalid_id",
      ]);
      expect(await refused(merchant.post<Variation>(`${products}/143/variations`, {}))).toEqual([
        400,
        "rest_invalid_param",
      ]);
      expect(await refused(merchant.post<Variation>(`${products}/999999/variations`, {}))).toEqual([
        404,
        "woocommerce_rest_product_variation_invalid_parent",
      ]);
      expect(await refused(create({ id }))).toEqual([400, "woocommerce_rest_product_variation_exists"]);
      expect((await merchant.get(`${products}/999999/variations`)).body).toEqual([]);
    });

    test("deleted permanently, they leave stock that others share", async () => {
      // product 103 of the demo catalogue, a chain: its two variations of one length, in different boxes, share their
      // stock
      const variations = (id: number | string) => `${products}/103/variations/${id}`;
      const [first = 0, second = 0] =
        (
          await shop.db.one<{ ids: number[] }>(sql`
          select array_agg(id order by id) ids from variation where product_id = 103 group by stock_id
          having count(*) = 2 order by min(id) limit 1`)
        )?.ids ?? [];
      const units = (await merchant.get<Variation>(variations(second))).body.stock_quantity;
      expect((await merchant.delete(`${variations(first)}?force=true`)).status).toBe(200);
      expect((await merchant.get<Variation>(variations(second))).body.stock_quantity).toBe(units);
      expect((await merchant.delete(`${variations(second)}?force=true`)).status).toBe(200);
      expect((await merchant.get(variations(second))).status).toBe(404);
    });

    test("a batch processes each entry by itself", async () => {
      const gone = (await create(sized("86 mm"))).body.id;
      const stored = (await create(sized("88 mm"))).body.id;
      const { body } = await merchant.post<Record<"create" | "update" | "delete", Variation[]>>(`${path}/batch`, {
        create: [
          sized("90 mm"),
          sized("90 mm"),
          sized("92 mm", { regular_price: 5 }),
          sized("92 mm", { sku: "RING-92" }),
        ],
        update: [{ id: stored, regular_price: "123000" }, { id: 999_999 }, { id: stored, status: "lost" }],
        delete: [gone, gone],
      });
      expect(body.create.map((one) => one.error?.code ?? one.name.slice(0, 5))).toEqual([
        "90 mm",
        "rest_invalid_param",
        "rest_invalid_param",
        "92 mm",
      ]);
      expect(body.update.map((one) => one.error?.code ?? one.price)).toEqual([
        "123000",
        "woocommerce_rest_product_variation_invalid_id",
        "rest_invalid_param",
      ]);
      expect(body.update[1]?.error?.data.status).toBe(400);
      expect(body.delete.map((one) => one.error?.code ?? one.id)).toEqual([
        gone,
        "woocommerce_rest_product_variation_invalid_id",
      ]);
    });
  });
