import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

const origin = httpsEnv.PUBLIC_URL;
const products = "/wp-json/wc/v3/products";

for (const engine of engines)
  describe(`the sitemap on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
    });
    const addressesIn = async (path: string): Promise<string[]> => {
      const response = await shop.client().get(path);
      expect(response.status, path).toBe(200);
      expect(response.header("content-type")).toContain("application/xml");
      return [...response.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) => address);
    };
    /** Every page that a search engine finds starting from robots.txt. */
    const everyPage = async (): Promise<string[]> => {
      const robots = await shop.client().get("/robots.txt");
      const [, start = ""] = /^Sitemap: (\S+)$/m.exec(robots.text) ?? [];
      const parts = await addressesIn(start.slice(origin.length));
      return (await Promise.all(parts.map((part) => addressesIn(part.slice(origin.length))))).flat();
    };

    test("contains every public page once, under the shop's own origin, in both languages", async () => {
      const { published } = (await shop.db.one<{ published: number }>(
        sql`select count(*)::integer published from product where status = 'publish'`,
      )) ?? { published: 0 };
      const pages = await everyPage();
      expect(new Set(pages).size).toBe(pages.length);
      expect(pages.every((page) => page.startsWith(`${origin}/`))).toBe(true);
      expect(pages.filter((page) => page.includes("/product-detail/"))).toHaveLength(published);
      for (const path of ["/", "/support", "/products/category/rings", "/product-detail/101/nhan-bac-solitaire-cz"])
        expect(pages).toContain(origin + path);
      expect(pages.join()).not.toMatch(/chua-phan-loai|\/(cart|checkout|profile|search|final-payment)\b/);
      const { text } = await shop.client().get("/sitemaps/products-0.xml");
      const address = `${origin}/product-detail/101/nhan-bac-solitaire-cz`;
      for (const lang of ["vi", "en"])
        expect(text).toContain(`<xhtml:link rel="alternate" hreflang="${lang}" href="${address}?lang=${lang}"/>`);
      expect(text).toMatch(new RegExp(`<loc>${address}</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT`));
    });

    test("contains a product from publication until it is hidden, and then has no empty part", async () => {
      const merchant = await merchantOf(shop);
      const made = await merchant.post<{ id: number }>(products, { name: "Chuông <bạc> & nơ", slug: "chuong-bac" });
      const { id } = made.body;
      const address = `${origin}/product-detail/${id}/chuong-bac`;
      const part = `/sitemaps/products-${Math.floor(id / 5000)}.xml`;
      await expect.poll(everyPage).toContain(address);
      expect((await shop.client().get(part)).status).toBe(200);
      await merchant.put(`${products}/${id}`, { catalog_visibility: "hidden" });
      await expect.poll(everyPage).not.toContain(address);
      expect((await shop.client().get(part)).status).toBe(404);
    });

    test("is not sent again to clients that have it cached, and other names return 404", async () => {
      const first = await shop.client().get("/sitemap.xml");
      const again = await shop.client().get("/sitemap.xml", { "if-none-match": first.header("etag") ?? "" });
      expect(again.status).toBe(304);
      for (const name of ["products-999999.xml", "products-x.xml", "products-1.xml.gz", "..%2frobots.txt"])
        expect((await shop.client().get(`/sitemaps/${name}`)).status, name).toBe(404);
    });
  });
