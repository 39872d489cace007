import { beforeAll, describe, expect, test } from "vitest";
import { Attribute, Category, Term } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus } from "#fixtures/testing/set-stock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const categories = "/wp-json/wc/v3/products/categories";
const attributes = "/wp-json/wc/v3/products/attributes";

for (const engine of engines)
  describe(`taxonomies on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
    });
    const rows = async <Row = Record<string, unknown>>(path: string): Promise<Row[]> => {
      const response = await shop.client().get<Row[]>(path);
      if (response.status !== 200) throw new Error(response.text);
      return response.body;
    };

    test("categories are sorted by name, ten per page, with image and gift, without the hidden one", async () => {
      const all = await rows<Category>(`${categories}?per_page=100`);
      for (const category of all) expect(() => Category.parse(category)).not.toThrow();
      expect(all.map(({ slug }) => slug)).toEqual([
        "earrings",
        "necklaces",
        "bracelets",
        "rings",
        "gifts-for-him",
        "gifts-for-her",
        "gifts-under-25usd",
      ]);
      const rings = all.find(({ slug }) => slug === "rings");
      expect(rings).toMatchObject({
        id: 11,
        parent: 0,
        display: "default",
        count: 19,
        kind: "jewelry",
        gift: { slug: "gift-box-rings" },
      });
      expect(await rows(`${categories}?per_page=2&page=4&orderby=id`)).toHaveLength(1);
      expect((await rows<Category>(`${categories}?slug=rings&lang=en`))[0]?.name).toBe("Rings");
      expect(await rows(`${categories}?slug=chua-phan-loai`)).toEqual([]);
      expect(await rows(`${categories}?include=15`)).toEqual([]);
      expect(await rows(`${categories}?search=NHAN`)).toHaveLength(1);
      expect(await rows(`${categories}?product=101`)).toHaveLength(3);
      expect(await rows(`${categories}?parent=11`)).toEqual([]);
    });

    test("terms filtered by category are those of its products, descriptive or for variations", async () => {
      for (const slug of ["pa_type", "pa_gemstone", "pa_size"])
        for (const category of ["rings", "necklaces", "nothing-there"]) {
          const having = await shop.db.all<{ id: number }>(sql`
            select t.id from term t join attribute a on a.id = t.attribute_id and a.slug = ${slug}
            where t.id in (select m.term_id from product_any_term m join listing l using (product_id)
              join category c on c.id = l.category_id where c.slug = ${category}) order by t.id`);
          const [attribute] = await shop.db.all<{ id: number }>(sql`select id from attribute where slug = ${slug}`);
          const path = `${attributes}/${attribute?.id}/terms?per_page=100&orderby=id&category=${category}`;
          expect(
            (await rows(path)).map(({ id }) => ({ id })),
            `${slug} of ${category}`,
          ).toEqual(having);
        }
    });

    test("a merchant sees the hidden category too", async () => {
      const merchant = await merchantOf(shop, "read");
      expect((await merchant.get(`${categories}/15`)).body).toMatchObject({ slug: "chua-phan-loai", kind: "hidden" });
      expect((await merchant.get<unknown[]>(`${categories}?per_page=100&hide_empty=true`)).body).toHaveLength(7);
      expect((await merchant.get<unknown[]>(`${categories}?per_page=100`)).body).toHaveLength(8);
      expect((await shop.client().get(`${categories}/15`)).status).toBe(404);
    });

    test("attributes are returned all at once, regardless of the page, with the two filters marked", async () => {
      const response = await shop.client().get<Attribute[]>(`${attributes}?per_page=1&page=3`);
      expect([response.body.length, response.header("x-wp-total"), response.header("x-wp-totalpages")]).toEqual([
        6,
        "6",
        "1",
      ]);
      for (const attribute of response.body) expect(() => Attribute.parse(attribute)).not.toThrow();
      expect(response.body.filter(({ filter }) => filter).map(({ slug }) => slug)).toEqual(["pa_gemstone", "pa_type"]);
      expect((await shop.client().get(`${attributes}/1?lang=en`)).body).toMatchObject({
        name: "Gemstone",
        type: "select",
      });
    });

    test("terms have the number of published products that use them", async () => {
      const stones = await rows<Term>(`${attributes}/1/terms?per_page=100&orderby=menu_order`);
      for (const term of stones) expect(() => Term.parse(term)).not.toThrow();
      expect(stones[0]).toMatchObject({ id: 201, slug: "cz-diamond", name: "Đá CZ", description: "", count: 14 });
      await setStatus(shop, 101, "draft");
      const count = async () => (await rows<Term>(`${attributes}/1/terms?include=201`))[0]?.count;
      await expect.poll(count).toBe(13);
      expect((await rows<Term>(`${attributes}/4/terms?slug=50-mm`))[0]?.count).toBe(14);
      await setStatus(shop, 101, "publish");
      await expect.poll(count).toBe(14);
      expect((await rows<Term>(`${attributes}/1/terms?lang=en&search=pearl`)).map(({ slug }) => slug)).toEqual([
        "pearl",
      ]);
    });

    test("an unknown id returns 404 with WooCommerce's message", async () => {
      const codeOf = async (path: string) => {
        const { status, body } = await shop.client().get<{ code: string }>(path);
        return [status, body.code];
      };
      expect(await codeOf(`${categories}/999`)).toEqual([404, "woocommerce_rest_term_invalid"]);
      expect(await codeOf(`${attributes}/99`)).toEqual([404, "woocommerce_rest_taxonomy_invalid"]);
      expect(await codeOf(`${attributes}/99/terms`)).toEqual([404, "woocommerce_rest_taxonomy_invalid"]);
      expect(await codeOf(`${attributes}/1/terms/301`)).toEqual([404, "woocommerce_rest_term_invalid"]);
      expect(await codeOf(`${attributes}/one/terms`)).toEqual([404, "rest_no_route"]);
    });

    test("a key and a valid query are required", async () => {
      const guest = shop.client({ headers: { authorization: null } });
      for (const path of [categories, `${categories}/11`, attributes, `${attributes}/1`, `${attributes}/1/terms`]) {
        expect((await guest.get(path)).status, path).toBe(401);
      }
      for (const query of ["per_page=0", "per_page=101", "page=x", "order=up", "orderby=price", "hide_empty=perhaps"]) {
        expect((await shop.client().get(`${categories}?${query}`)).status, query).toBe(400);
      }
    });
  });
