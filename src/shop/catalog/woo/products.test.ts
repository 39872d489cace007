import { beforeAll, describe, expect, test } from "vitest";
import { Product, Variation } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus, setStock } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { productFields, variationFields } from "#fixtures/testing/woo-fields.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";
type Json = Record<string, unknown>;

for (const engine of engines)
  describe(`products of wc/v3 on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let storefront: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop, "read");
      storefront = shop.client();
      await setStatus(shop, 163, "draft");
    });
    const ids = async (query: string, caller = storefront): Promise<number[]> => {
      const response = await caller.get<{ id: number }[]>(`${products}?per_page=100&${query}`);
      if (response.status !== 200) throw new Error(response.text);
      return response.body.map(({ id }) => id);
    };

    test("a product has every WooCommerce field, with its type, and ours in addition", async () => {
      const { body } = await storefront.get<Json>(`${products}/101`);
      expect(() => Product.parse(body)).not.toThrow();
      for (const [field, type] of Object.entries(productFields)) expect(typeof body[field], field).toBe(type);
      expect(body).toMatchObject({
        type: "variable",
        price: "450000",
        regular_price: "",
        sale_price: "",
        display_price: { price: 450_000, regular_price: 450_000, sale_price: null },
        date_on_sale_from: null,
        date_created: "2025-06-12T09:00:00",
        date_created_gmt: "2025-06-12T02:00:00",
        gift: { slug: "gift-box-rings" },
        care_group: "silver",
        permalink: "https://shop.example/product-detail/101/nhan-bac-solitaire-cz",
      });
    });

    test("attributes contain term names in the language, descriptive ones first", async () => {
      const { body } = await storefront.get<Product>(`${products}/101?lang=en`);
      expect(body.attributes.map(({ slug, variation, options }) => [slug, variation, options[0]])).toEqual([
        ["pa_type", false, "Solitaire"],
        ["pa_gemstone", false, "Cubic zirconia (CZ)"],
        ["pa_metal", false, "925 silver"],
        ["pa_size", true, "48 mm"],
        ["pa_box", true, "No Box"],
      ]);
      expect(body.default_attributes.map(({ option }) => option)).toEqual(["48 mm", "No Box"]);
      expect(body.variations).toHaveLength(12);
    });

    test("a simple product has prices of its own, as text", async () => {
      const [simple] = (await storefront.get<Product[]>(`${products}?type=simple&on_sale=true&per_page=1`)).body;
      const { price = "", regular_price = "", sale_price = "", on_sale } = simple ?? {};
      expect(on_sale).toBe(true);
      expect(price).toBe(sale_price);
      expect(Number(sale_price)).toBeLessThan(Number(regular_price));
    });

    test("variations are below their product, newest first, each with its own stock", async () => {
      const response = await storefront.get<Json[]>(`${products}/103/variations?per_page=100`);
      expect(response.header("x-wp-total")).toBe(String(response.body.length));
      for (const variation of response.body) {
        expect(() => Variation.parse(variation)).not.toThrow();
        for (const [field, type] of Object.entries(variationFields)) expect(typeof variation[field], field).toBe(type);
      }
      const made = response.body.map(({ id }) => Number(id));
      expect(made).toEqual([...made].sort((one, other) => other - one));
      const soldOut = response.body.find(({ stock_status }) => stock_status === "outofstock");
      expect(soldOut).toMatchObject({ manage_stock: true, stock_quantity: 0, purchasable: true });
      const box = (await storefront.get<Variation[]>(`${products}/101/variations?orderby=menu_order&order=asc`))
        .body[0];
      expect(box?.attributes[1]).toEqual({ id: 6, name: "Hộp", slug: "pa_box", option: "Không hộp", value: "No Box" });
      expect((await storefront.get(`${products}/101/variations/10101`)).body).toMatchObject({
        id: 10_101,
        parent_id: 101,
      });
    });

    test("what sells out is out of stock, and back in stock once there is one again", async () => {
      const stock = async () => (await storefront.get<Product>(`${products}/101`)).body;
      await setStock(shop, 101, 0);
      await expect.poll(stock).toMatchObject({ stock_status: "outofstock", stock_quantity: 0, purchasable: true });
      expect(await ids("stock_status=outofstock")).toContain(101);
      await setStock(shop, 101, 1);
      await expect.poll(stock).toMatchObject({ stock_status: "instock", stock_quantity: 1 });
      expect(await ids("stock_status=instock")).toContain(101);
    });

    test("totals are in headers, and pages link to each other without the caller's key", async () => {
      const response = await storefront.get<Json[]>(`${products}?page=2&per_page=20&oauth_nonce=n&category=11,12`);
      expect(response.header("x-wp-total")).toBe("35");
      expect(response.header("x-wp-totalpages")).toBe("2");
      expect(response.header("link")).toContain(
        '<https://shop.example/wp-json/wc/v3/products?per_page=20&category=11%2C12&page=1>; rel="prev"',
      );
      const beyond = await storefront.get<Json[]>(`${products}?page=900`);
      expect([beyond.status, beyond.body, beyond.header("x-wp-total")]).toEqual([200, [], "62"]);
      expect(beyond.header("link")).toContain('page=7>; rel="prev"');
    });

    test("filters narrow the list", async () => {
      expect(await ids("include=105,101&orderby=include")).toEqual([105, 101]);
      expect(await ids("include[]=101&include[]=105&order=asc&orderby=id")).toEqual([101, 105]);
      expect(await ids("include[0]=101&exclude=101")).toEqual([]);
      expect(await ids("slug=nhan-bac-solitaire-cz")).toEqual([101]);
      expect(await ids("sku=LN-R-0001,LN-R-0002-50-GB&order=asc&orderby=id")).toEqual([101, 102]);
      expect(await ids("attribute=pa_gemstone&attribute_term=203")).toEqual([125, 118]);
      expect(await ids("search=NHAN+solitaire")).toContain(101);
      expect(await ids("search=solitaire+necklaces&lang=en")).not.toContain(101);
      expect(await ids("attribute=pa_nope&attribute_term=1")).toHaveLength(62);
      expect(await ids("category=abc")).toEqual([]);
      expect(await ids("category=15")).toEqual([]);
      expect(await ids("tag=1")).toEqual([]);
      expect(await ids("virtual=true")).toEqual([]);
      expect(await ids("min_price=470000&max_price=480000")).toContain(101);
      expect(await ids("after=2025-06-12T08:59:59&before=2025-06-12T09:00:01")).toEqual([101]);
      const featured = await ids("featured=true&category=11");
      expect(featured.length).toBeGreaterThan(0);
      expect(await ids("featured=true")).toEqual(expect.arrayContaining(featured));
    });

    test("products out of stock or excluded by id are not counted, in a category and in all of them", async () => {
      await shop.db.write(sql`update product set in_stock = false where id in (101, 103, 150)`);
      const left = sql`in_stock and id not in (101, 102, 148)`;
      const filter = "stock_status=instock&exclude=101,102,148,148,999999";
      const query = (caller: Visitor, more = "") => caller.get<unknown[]>(`${products}?per_page=100&${filter}${more}`);
      for (const [response, of] of [
        [await query(storefront), sql`status = 'publish'`],
        [await query(storefront, "&category=11"), sql`id in (select product_id from listing where category_id = 11)`],
        [await query(merchant), sql`status <> 'trash'`],
      ] as const) {
        const found = await shop.db.all(sql`select from product where ${left} and ${of}`);
        expect(found.length).toBeGreaterThan(10);
        expect([response.header("x-wp-total"), response.body.length]).toEqual([`${found.length}`, found.length]);
      }
    });

    test("sort orders are WooCommerce's", async () => {
      const sorted = async (query: string) =>
        (await storefront.get<Product[]>(`${products}?per_page=100&${query}`)).body;
      const names = (await sorted("orderby=slug&order=asc")).map(({ slug }) => slug);
      expect(names).toEqual([...names].sort());
      const prices = (await sorted("orderby=price&order=asc&category=11")).map(({ price }) => Number(price));
      expect(prices).toEqual([...prices].sort((one, other) => one - other));
      expect((await sorted("orderby=title&order=asc"))[0]?.name).toMatch(/^Bông tai/);
      const sold = (await sorted("orderby=popularity")).map(({ total_sales }) => Number(total_sales));
      expect(sold).toEqual([...sold].sort((one, other) => other - one));
    });

    test("only the requested fields are sent; a single product retains its links", async () => {
      expect((await storefront.get(`${products}?include=101&_fields=id,slug`)).body).toEqual([
        { id: 101, slug: "nhan-bac-solitaire-cz" },
      ]);
      const { body } = await storefront.get<Json>(`${products}/101?_fields=id`);
      expect(Object.keys(body)).toEqual(["id", "_links"]);
    });

    test("unchanged resources need not be sent again, changed ones are", async () => {
      const first = await storefront.get(`${products}/102`);
      const seen = { "if-none-match": first.header("etag") ?? "" };
      expect((await storefront.get(`${products}/102`, seen)).status).toBe(304);
      expect((await shop.client({ headers: { authorization: null } }).get(`${products}/102`, seen)).status).toBe(401);
      await setStock(shop, 102, 3);
      await expect.poll(async () => (await storefront.get(`${products}/102`, seen)).status).toBe(200);
    });

    test("unpublished products are visible to merchants only", async () => {
      expect((await storefront.get(`${products}/163`)).status).toBe(404);
      expect((await storefront.get(`${products}/163/variations`)).body).toEqual([]);
      expect(await ids("status=draft&include=163")).toEqual([]);
      expect(await ids("status=draft&include=101,163")).toEqual([]);
      expect(await ids("status=draft", merchant)).toEqual([163]);
      expect(await ids("", merchant)).toHaveLength(63);
      expect(await ids("status=publish", merchant)).toHaveLength(62);
      expect((await merchant.get<Json>(`${products}/163`)).body).toMatchObject({ status: "draft", purchasable: false });
      const { images } = (await merchant.get<Product>(`${products}/101`)).body;
      expect(images[0]?.src).toMatch(/^https:\/\/shop\.example\/media\//);
      const media = images[0]?.src.replace(/\d+\.webp$/, "");
      expect(images[0]).toMatchObject({ thumbnail: `${media}320.webp`, sizes: expect.stringContaining("100vw") });
      expect(Reflect.get(images[0] ?? {}, "srcset")).toContain(`${media}160.webp 160w, ${media}320.webp 320w`);
    });

    test("reading requires a key, and an invalid query is reported first", async () => {
      const guest = shop.client({ headers: { authorization: null } });
      for (const path of [products, `${products}/101`, `${products}/999`, `${products}/101/variations`]) {
        expect((await guest.get(path)).status, path).toBe(401);
      }
      expect((await guest.get(`${products}?per_page=1000`)).status).toBe(400);
    });

    test("an unknown id returns 404 with WooCommerce's message", async () => {
      expect((await storefront.get(`${products}/999`)).body).toMatchObject({
        code: "woocommerce_rest_product_invalid_id",
        data: { status: 404 },
      });
      for (const path of ["abc", "-1", "99999999999", "101/nope"]) {
        expect((await storefront.get(`${products}/${path}`)).body, path).toMatchObject({ code: "rest_no_route" });
      }
      expect((await storefront.get(`${products}/999/variations`)).body).toEqual([]);
      expect((await storefront.get(`${products}/101/variations/10201`)).body).toMatchObject({
        code: "woocommerce_rest_product_variation_invalid_id",
      });
    });

    test("an invalid query is rejected, each parameter by name", async () => {
      const query = "per_page=1000&page=0&orderby=x&on_sale=maybe&min_price=cheap&after=then&lang=fr&status=sold";
      const { body } = await storefront.get<{ data: { params: Record<string, string> } }>(`${products}?${query}`);
      expect(body.data.params).toMatchObject({
        per_page: "per_page must be between 1 (inclusive) and 100 (inclusive)",
        page: "page must be greater than or equal to 1",
        min_price: "min_price must be a number.",
        on_sale: "on_sale is not of type boolean.",
      });
      expect(Object.keys(body.data.params).sort()).toEqual([
        "after",
        "lang",
        "min_price",
        "on_sale",
        "orderby",
        "page",
        "per_page",
        "status",
      ]);
      for (const hostile of [
        "search=%00",
        "slug=%00",
        "search=' | 'a':*",
        `search=${"(".repeat(150)}`,
        "sku=%25",
        "after=2024",
        "before=1",
      ]) {
        expect((await storefront.get(`${products}?${hostile}`)).status, hostile).toBeLessThan(500);
      }
    });
  });
