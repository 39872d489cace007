import { beforeAll, describe, expect, test } from "vitest";
import { ProductList } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus } from "#fixtures/testing/set-stock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const plain = "/wp-json/product-category/v1/list/";
const filtered = "/wp-json/custom/v1/products/";
const ascending = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other);

for (const engine of engines)
  describe(`category lists on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    const list = async (path: string): Promise<ProductList> => {
      const response = await shop.client().get(path);
      if (response.status !== 200) throw new Error(response.text);
      return ProductList.parse(response.body);
    };
    const statusOf = async (path: string): Promise<number> => (await shop.client().get(path)).status;

    test("have pages of twelve, newest first, without duplicates", async () => {
      const first = await list(`${plain}?slug=rings&page=1`);
      expect(first.pagination).toEqual({ total: 19, total_pages: 2, page: 1, per_page: 12 });
      const second = await list(`${plain}?slug=rings&page=2`);
      const ids = [...first.products, ...second.products].map(({ id }) => id);
      expect(new Set(ids).size).toBe(19);
      const newest = await shop.db.one(sql`
        select p.id from product p join product_category c on c.product_id = p.id and c.category_id = 11
        order by created_at desc, p.id desc limit 1`);
      expect({ id: ids[0] }).toEqual(newest);
    });

    test("are empty beyond the last page, with the same totals", async () => {
      const beyond = await list(`${plain}?slug=rings&page=99999`);
      expect(beyond).toEqual({ products: [], pagination: { total: 19, total_pages: 2, page: 99_999, per_page: 12 } });
    });

    test("use the requested language, Vietnamese by default, and never name a hidden category", async () => {
      await shop.db.transaction((tx) =>
        tx.run(sql`insert into product_category (product_id, category_id, position) values (101, 15, -1)`),
      );
      const [vi, en] = [
        await list(`${filtered}?category_slug=rings&orderby=popularity&order=DESC`),
        await list(`${filtered}?category_slug=rings&orderby=popularity&order=DESC&lang=en`),
      ];
      expect(vi.products[0]).toMatchObject({
        id: 101,
        name: "Nhẫn bạc solitaire đính đá CZ",
        price: 450_000,
        has_options: true,
      });
      expect(en.products[0]).toMatchObject({ id: 101, name: "Solitaire CZ Silver Ring" });
      expect(vi.products[0]?.categories[0]).toEqual({ id: 11, name: "Nhẫn", slug: "rings" });
      expect(vi.products.flatMap(({ categories }) => categories).some(({ slug }) => slug === "chua-phan-loai")).toBe(
        false,
      );
    });

    test("sort by displayed price and by sales, in both directions", async () => {
      const by = async (orderby: string, order: string) =>
        (await list(`${filtered}?category_slug=rings&orderby=${orderby}&order=${order}&per_page=100`)).products;
      const prices = (await by("price", "ASC")).map(({ price }) => price ?? 0);
      expect(prices).toEqual(ascending(prices));
      expect((await by("price", "desc")).map(({ price }) => price)).toEqual(prices.toReversed());
      const sales = await shop.db.all<{ id: number; sold: number }>(sql`select id, total_sales sold from product`);
      const sold = (await by("popularity", "ASC")).map(({ id }) => sales.find((one) => one.id === id)?.sold ?? -1);
      expect(sold).toEqual(ascending(sold));
    });

    test("filter by one type and one gemstone together, and sort the rest", async () => {
      const both = await list(`${filtered}?category_slug=rings&types=halo&gemstone=sapphire&orderby=price`);
      expect(both.products.map(({ id }) => id)).toEqual([102]);
      expect(both.pagination.total).toBe(1);
      expect((await list(`${filtered}?category_slug=earrings&types=toi-et-moi`)).pagination.total).toBe(0);
      expect((await list(`${filtered}?category_slug=rings&gemstone=no-such-stone`)).products).toEqual([]);
    });

    test("treat an empty parameter as absent", async () => {
      const nothingChosen = await list(`${filtered}?category_slug=rings&orderby=&order=&types=&gemstone=`);
      expect(nothingChosen).toEqual(await list(`${plain}?slug=rings`));
    });

    test("leave out and do not count a withdrawn product, and include it again later", async () => {
      // a server's invalidation events arrive a moment after the commit
      const rings = async () => {
        const { products, pagination } = await list(`${plain}?slug=rings&per_page=100`);
        return [pagination.total, products.some(({ id }) => id === 109)];
      };
      await setStatus(shop, 109, "draft");
      await expect.poll(rings).toEqual([18, false]);
      await setStatus(shop, 109, "publish");
      await expect.poll(rings).toEqual([19, true]);
    });

    test("include the products of subcategories", async () => {
      await shop.db.transaction(async (tx) => {
        await tx.run(sql`
          insert into category (id, slug, kind, parent_id, name, description)
          select 90, 'couple-rings', 'jewelry', 12, name, description from category where id = 11`);
        await tx.run(sql`insert into product_category (product_id, category_id, position) values (109, 90, 9)`);
      });
      expect((await list(`${plain}?slug=couple-rings`)).products.map(({ id }) => id)).toEqual([109]);
      const above = await list(`${plain}?slug=necklaces&per_page=100`);
      expect(above.products.some(({ id }) => id === 109)).toBe(true);
      expect(above.pagination.total).toBe(17);
      await shop.db.transaction((tx) => tx.run(sql`update category set parent_id = null where id = 90`));
      const [apart] = await shop.db.all(sql`select product_count count from category where id = 12`);
      expect(apart).toEqual({ count: 16 });
    });

    test("return 404 for a category that is unknown or hidden", async () => {
      for (const slug of ["no-such", "chua-phan-loai", "RINGS", "rings'--"]) {
        const encoded = encodeURIComponent(slug);
        expect(await statusOf(`${plain}?slug=${encoded}`)).toBe(404);
        expect(await statusOf(`${filtered}?category_slug=${encoded}`)).toBe(404);
      }
    });

    test("reject invalid parameters by name", async () => {
      const wrong = [
        [plain, "", "slug"],
        [plain, "slug=rings&page=0", "page"],
        [plain, "slug=rings&page=1.5", "page"],
        [plain, "slug=rings&page=100001", "page"],
        [plain, "slug=rings&per_page=1000", "per_page"],
        [plain, "slug=rings&lang=fr", "lang"],
        [filtered, "", "category_slug"],
        [filtered, "category_slug=rings&orderby=total_sales;drop", "orderby"],
        [filtered, "category_slug=rings&order=sideways", "order"],
        [filtered, `category_slug=rings&types=${"x".repeat(300)}`, "types"],
      ] as const;
      for (const [path, query, name] of wrong) {
        const response = await shop.client().get<{ code: string; data: { params: object } }>(`${path}?${query}`);
        expect(response.status, query).toBe(400);
        expect(response.body.code).toBe("rest_invalid_param");
        expect(Object.keys(response.body.data.params)).toEqual([name]);
      }
      expect(await statusOf(`${plain}?slug=%00`)).toBe(400);
    });

    test("need no key", async () => {
      const guest = shop.client({ headers: { authorization: null } });
      expect((await guest.get(`${plain}?slug=rings`)).status).toBe(200);
    });
  });
