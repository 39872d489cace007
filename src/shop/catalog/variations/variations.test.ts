import { beforeAll, describe, expect, test } from "vitest";
import type { ProductList } from "#contract/catalog.ts";
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
import { variationFields } from "#fixtures/testing/woo-fields.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";
interface Product {
  price: string;
  on_sale: boolean;
  variations: number[];
  display_price: { price: number };
  attributes: { slug: string; options: string[] }[];
}

for (const engine of engines)
  describe(`variation writes on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const create = (body: object) => merchant.post<Variation>(path, body);
    const update = (id: number, body: object) => merchant.put<Variation>(`${path}/${id}`, body);
    const refused = async (response: Promise<{ status: number; body: Variation }>) => {
      const { status, body } = await response;
      return [status, body.code];
    };
    const parent = async () => (await shop.client().get<Product>(`${products}/${ring}`)).body;
    const options = async (slug: string) => (await parent()).attributes.find((one) => one.slug === slug)?.options ?? [];

    test("are created with every field, are offered in the picker, and can be bought", async () => {
      const names = await shop.db.all<{ slug: string; vi: string }>(sql`
        select a.slug, a.name ->> 'vi' vi from product_option o join attribute a on a.id = o.attribute_id
        where o.product_id = ${ring} order by o.position`);
      const box = names.find(({ slug }) => slug === "pa_box")?.vi;
      const body = sized("66 mm", {
        attributes: [
          { name: "pa_size", option: "66 mm" },
          { name: box, option: "no box" },
        ],
      });
      const response = await create(body);
      expect(response).toMatchObject({
        status: 201,
        body: {
          type: "variation",
          parent_id: ring,
          price: "500000",
          regular_price: "500000",
          sale_price: "",
          on_sale: false,
          status: "publish",
          purchasable: true,
          sku: "",
          image: null,
          menu_order: 0,
        },
      });
      const { id } = response.body;
      expect(response.header("location")).toBe(`https://shop.example${path}/${id}`);
      for (const [name, type] of Object.entries(variationFields))
        expect(typeof (response.body as never)[name], name).toBe(type);
      expect(response.body.attributes.map(({ slug, option }) => [slug, option])).toEqual([
        ["pa_size", "66 mm"],
        ["pa_box", expect.any(String)],
      ]);
      // a size that was not among the ring's options is added after the others
      await expect.poll(async () => (await options("pa_size")).at(-1)).toBe("66 mm");
      expect((await parent()).variations).toContain(id);
      const cart = await shop.client().post<{ items: { variation_id: number }[] }>("/wp-json/custom-cart/v1/add", {
        product_id: ring,
        attributes: { pa_size: "66 mm", pa_box: "No Box" },
        quantity: 1,
      });
      expect(cart).toMatchObject({ status: 200, body: { items: [{ variation_id: id }] } });
    });

    test("change their product's prices, on its page and in lists", async () => {
      const { id } = (await create(sized("68 mm", { regular_price: "90000" }))).body;
      await expect.poll(async () => (await parent()).price).toBe("90000");
      expect((await update(id, { sale_price: "70000" })).body).toMatchObject({ price: "70000", on_sale: true });
      await expect.poll(async () => (await parent()).on_sale).toBe(true);
      expect((await parent()).price).toBe("70000");
      // the first size stays the default, which determines the card's price
      const [first] = (await merchant.get<Variation[]>(`${path}?orderby=menu_order&order=asc&per_page=1`)).body;
      await update(first?.id ?? 0, { regular_price: "456000" });
      const card = async () => {
        const list = await shop.client().get<ProductList>("/wp-json/product-category/v1/list/?slug=rings&per_page=100");
        return list.body.products.find((one) => one.id === ring)?.price;
      };
      await expect.poll(card).toBe(456_000);
      await merchant.delete(`${path}/${id}?force=true`);
      await expect.poll(async () => (await parent()).on_sale).toBe(false);
    });

    test("are on sale between their dates, in the shop's time zone", async () => {
      const { id } = (await create(sized("70 mm"))).body;
      const sale = { sale_price: "400000", date_on_sale_from: "2999-01-01", date_on_sale_to: "2999-01-31 12:30:00" };
      expect((await update(id, sale)).body).toMatchObject({
        price: "500000",
        sale_price: "400000",
        on_sale: false,
        date_on_sale_from: "2999-01-01T00:00:00",
        date_on_sale_from_gmt: "2998-12-31T17:00:00",
        date_on_sale_to_gmt: "2999-01-31T05:30:00",
      });
      const now = { date_on_sale_from_gmt: "2020-01-01T00:00:00", date_on_sale_to: "" };
      expect((await update(id, now)).body).toMatchObject({ price: "400000", on_sale: true, date_on_sale_to: null });
      expect((await update(id, { sale_price: "" })).body).toMatchObject({ sale_price: "", on_sale: false });
      expect((await update(id, { regular_price: "" })).body).toMatchObject({
        price: "",
        regular_price: "",
        purchasable: false,
      });
      expect((await update(id, { sale_price: "700000", regular_price: "600000" })).body.on_sale).toBe(false);
    });

    test("with the same options as another are rejected", async () => {
      const { id } = (await create(sized("72 mm"))).body;
      const twin = await create(sized("72 MM"));
      expect(twin).toMatchObject({ status: 400, body: { code: "rest_invalid_param" } });
      expect(twin.body.data.params.attributes).toContain(`#${id}`);
      const other = (await create(sized("74 mm"))).body.id;
      expect(await refused(update(other, sized("72 mm")))).toEqual([400, "rest_invalid_param"]);
      // in the trash it does not block its options, until it is restored
      expect((await merchant.delete(`${path}/${id}`)).status).toBe(200);
      expect((await update(other, sized("72 mm"))).status).toBe(200);
      expect(await refused(update(id, { status: "publish" }))).toEqual([400, "rest_invalid_param"]);
    });

    test("with the same options or SKU, created concurrently, give one variation", async () => {
      const same = await Promise.all([1, 2, 3].map(() => create(sized("94 mm"))));
      expect(same.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      const coded = await Promise.all(["96 mm", "97 mm", "98 mm"].map((size) => create(sized(size, { sku: "TWIN" }))));
      expect(coded.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
      const added = await Promise.all(["99 mm", "99.5 mm"].map((size) => create(sized(size))));
      expect(added.map(({ status }) => status)).toEqual([201, 201]);
    });

    test("without an option for each attribute are stored but not sold", async () => {
      const { body } = await create({
        regular_price: "1",
        attributes: [
          { slug: "pa_size", option: "76 mm" },
          { slug: "pa_box", option: "" },
        ],
      });
      expect(body).toMatchObject({ purchasable: false, attributes: [{ slug: "pa_size" }] });
      const added = await shop.client().post("/wp-json/custom-cart/v1/add", {
        product_id: ring,
        variation_id: body.id,
        quantity: 1,
      });
      expect(added.status).toBe(404);
      expect((await update(body.id, sized("76 mm"))).body.purchasable).toBe(true);
    });

    test("with an attribute that the product does not use for variations are rejected", async () => {
      const response = await create({ attributes: [{ name: "pa_gemstone", option: "Ruby" }] });
      expect(response.body.data.params.attributes).toMatch(/^attributes\[0\] must be one that/);
      expect(await refused(create({ attributes: [{ id: 99_999, option: "Ruby" }] }))).toEqual([
        400,
        "rest_invalid_param",
      ]);
      const twice = [
        { name: "pa_size", option: "48 mm" },
        { name: "size", option: "50 mm" },
      ];
      expect(await refused(create({ attributes: twice }))).toEqual([400, "rest_invalid_param"]);
    });
  });
