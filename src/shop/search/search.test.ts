import { beforeAll, describe, expect, test } from "vitest";
import { ProductList } from "#contract/catalog.ts";
import type { Language } from "#contract/language.ts";
import { bothEngines, engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus, setStock } from "#fixtures/testing/set-stock.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/custom-search/v1/products";

for (const engine of engines)
  describe(`search on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });
    const search = async (keyword: string, { lang = "vi" as Language, limit = 100, page = 1, ...sort } = {}) => {
      const response = await shop
        .client()
        .get(`${path}?${new URLSearchParams({ keyword, lang, limit: `${limit}`, page: `${page}`, ...sort })}`);
      if (response.status !== 200) throw new Error(response.text);
      return ProductList.parse(response.body);
    };
    const names = async (keyword: string, lang: Language = "vi") =>
      (await search(keyword, { lang })).products.map(({ name }) => name);
    const rename = (id: number, vi: string, en = "A thing") =>
      shop.db.write(
        sql`update product set name = jsonb_build_object('vi', ${vi}::text, 'en', ${en}::text) where id = ${id}`,
      );

    test("ignores accents, case, spacing and Unicode form of the keyword", async () => {
      const all = await names("nhẫn bạc");
      expect(all[0]).toBe("Nhẫn bạc solitaire đính đá CZ");
      for (const spelling of ["nhan bac", "NHẪN BẠC", "  Nhẫn   bạc ", "nhẫn bạc".normalize("NFD"), "bac nhan"]) {
        expect([...(await names(spelling))].sort()).toEqual([...all].sort());
      }
      const [marked, bare] = [await names("đá"), await names("da")];
      expect([...bare].sort()).toEqual([...marked].sort());
    });

    test("sorts the same products by price or popularity on request", async () => {
      const requested = async (sort: object, limit = 100, page = 1) =>
        await search("quà sinh nhật", { ...sort, limit, page });
      const best = await requested({});
      const up = await requested({ orderby: "price" });
      const prices = up.products.map(({ price }) => price ?? Number.POSITIVE_INFINITY);
      expect(prices).toEqual([...prices].sort((one, other) => one - other));
      const ids = ({ products }: ProductList) => products.map(({ id }) => id);
      expect([...ids(up)].sort()).toEqual([...ids(best)].sort());
      expect(up.pagination).toEqual(best.pagination);
      expect(ids(await requested({ orderby: "price", order: "DESC" }))).toEqual(ids(up).reverse());
      expect(ids(await requested({ orderby: "price" }, 5, 2))).toEqual(ids(up).slice(5, 10));
      const popular = await shop.db.all<{ id: number }>(sql`
        select id from product where id = any (${ids(best)}::integer[]) order by total_sales desc, id desc`);
      expect(ids(await requested({ orderby: "popularity", order: "desc" }))).toEqual(popular.map(({ id }) => id));
    });

    test("matches all words of the keyword, up to sixteen", async () => {
      const characters = Array.from({ length: 20 }, (_, nth) => `từ${String.fromCharCode(97 + nth)}`);
      await rename(112, characters.join(" "));
      for (const length of [2, 3, 4, 5, 6, 7, 9, 12, 13, 16, 20]) {
        const words = characters.slice(-length).reverse();
        expect(await names(words.join(" "))).toEqual([characters.join(" ")]);
        // every word must match, also the first one and the prefix at the end
        if (length > 16) continue;
        for (const wrong of [words.with(0, "khác"), words.with(-1, "khác"), words.with(length >> 1, "khác")])
          expect(await names(wrong.join(" "))).toEqual([]);
      }
      expect(await names([...characters.slice(0, 16), "khác"].join(" "))).toEqual([characters.join(" ")]);
    });

    test.each(["nhan bac", "bac nh", "nhẫn đa"])("“%s” has the same pages when a word is repeated", async (keyword) => {
      const all = (await search(keyword)).products.map(({ id }) => id);
      expect(all.length).toBeGreaterThan(4);
      const [first, last] = keyword.split(" ");
      for (const times of [1, 4, 8, 15]) {
        const again = `${`${first} `.repeat(times)}${last}`;
        for (let page = 1; page <= 3; page++) {
          const { products, pagination } = await search(again, { limit: 2, page });
          expect([again, page, ...products.map(({ id }) => id)]).toEqual([
            again,
            page,
            ...all.slice(page * 2 - 2, page * 2),
          ]);
          expect(pagination.total).toBe(all.length);
        }
      }
    });

    test("ranks exact accents before matches by folding", async () => {
      await rename(109, "Vòng mắt hổ");
      await rename(110, "Vòng mật hồ");
      await rename(111, "Vòng mát hờ");
      for (const name of ["Vòng mắt hổ", "Vòng mật hồ", "Vòng mát hờ"]) {
        const found = await names(name.replace("Vòng ", ""));
        expect(found).toHaveLength(3);
        expect(found[0]).toBe(name);
      }
      expect((await names("mat ho")).slice(0, 3).sort()).toEqual(["Vòng mát hờ", "Vòng mắt hổ", "Vòng mật hồ"].sort());
    });

    test("requires every word; the last one may be a prefix", async () => {
      for (const name of await names("nhẫn ngọc trai")) expect(name).toMatch(/^Nhẫn/);
      expect(await names("nhẫn sapph")).toEqual(["Nhẫn bạc halo sapphire xanh"]);
      expect(await names("sapph nhẫn")).toEqual([]);
      expect(await names("bong tai ngoc tr")).not.toEqual([]);
    });

    test("one character matches all words that begin with it, accents included", async () => {
      const begun = (character: string) =>
        shop.db.all<{ id: number }>(sql`
          select p.id from product p join product_search s on s.product_id = p.id where p.status = 'publish'
            and exists (select from unnest(s.keys) key where starts_with(key, 'vi') and substr(key, 4, 1) = ${character})
          order by p.id`);
      for (const character of ["n", "đ", "x"]) {
        const { products } = await search(character);
        const ids = products.map(({ id }) => ({ id })).sort((one, other) => one.id - other.id);
        expect(ids, character).toEqual(await begun(character));
      }
      expect((await search("n")).products.length).toBeGreaterThan(10);
    });

    test("matches names of the stone, the style, the metal and the category", async () => {
      expect(await names("ruby nhẫn")).toEqual(["Nhẫn Toi et Moi ruby ngọc trai mạ vàng"]);
      const earrings = await names("earrings vermeil", "en");
      expect(earrings.length).toBeGreaterThan(3);
    });

    test("SR01, SR02, D09: searches the other language if nothing matches in the page's, with names in the page's", async () => {
      const ids = async (keyword: string, lang: Language) =>
        (await search(keyword, { lang })).products.map(({ id }) => id);
      for (const [vietnamese, english] of [
        ["nhan bac", "nhẫn bạc"],
        ["NHẪN", "nhan"],
        ["ngọc trai", "ngoc trai"],
      ] as const) {
        const own = await ids(english, "vi");
        expect(own.length).toBeGreaterThan(2);
        expect([...(await ids(vietnamese, "en"))].sort()).toEqual([...own].sort());
      }
      for (const keyword of ["ring", "pearl", "earring"]) {
        expect(await ids(keyword, "vi")).toEqual(await ids(keyword, "en"));
        expect((await ids(keyword, "vi")).length).toBeGreaterThan(2);
      }
      expect((await names("nhan bac", "en")).join(" ")).toMatch(/ring/i);
      expect((await names("ring", "vi")).join(" ")).toMatch(/nhẫn/i);
      expect((await search("ring", { lang: "vi", limit: 2, page: 2 })).pagination).toEqual(
        (await search("ring", { lang: "en", limit: 2, page: 2 })).pagination,
      );
      // a match in the page's language is enough
      await rename(113, "Chiếc pearl", "A thing");
      await expect.poll(() => names("pearl", "vi")).toEqual(["Chiếc pearl"]);
      expect(await names("zzz pearl", "vi")).toEqual([]);
    });

    test("finds gifts by recipient and event, in either language", async () => {
      const sorted = async (keyword: string, lang: Language) => [...(await names(keyword, lang))].sort();
      const gifts = { vi: await sorted("quà tặng", "vi"), en: await sorted("gifts", "en") };
      const hers = { vi: await sorted("quà tặng cho nàng", "vi"), en: await sorted("gifts for her", "en") };
      expect(gifts.vi.length).toBeGreaterThan(hers.vi.length);
      // results cached before the products above were renamed are invalidated shortly after
      for (const lang of ["vi", "en"] as const) {
        for (const keyword of ["birthday", "quà sinh nhật", "sinh nhat"])
          await expect.poll(() => sorted(keyword, lang), { message: `${keyword}, ${lang}` }).toEqual(gifts[lang]);
        for (const keyword of ["gift for mom", "quà sinh nhật cho mẹ", "qua cho me"])
          await expect.poll(() => sorted(keyword, lang), { message: `${keyword}, ${lang}` }).toEqual(hers[lang]);
      }
      const rings = await sorted("nhẫn quà tặng cho chàng", "vi");
      expect(rings.length).toBeGreaterThan(0);
      expect(await sorted("nhẫn cho bạn trai", "vi")).toEqual(rings);
      expect(await names("zzz cho mẹ")).toEqual([]);
    });

    test("corrects one typo in a word of five characters or more, and none in a shorter one", async () => {
      const meant = await names("sapphire");
      for (const typed of ["saphire", "sapphhire", "sapphirw", "sapphier", "xapphire"]) {
        expect(await names(typed), typed).toEqual(meant);
      }
      expect(await names("saphirr")).toEqual([]);
      expect(await names("ruvy")).toEqual([]);
      expect(await names("nhẫm")).toEqual([]);
      expect(await names("solitare nhẫn")).toContain("Nhẫn bạc solitaire đính đá CZ");
    });

    test("the pages add up to the total", async () => {
      const first = await search("nhẫn", { limit: 6 });
      expect(first.products).toHaveLength(6);
      const { total, total_pages } = first.pagination;
      const ids = new Set<number>();
      for (let page = 1; page <= total_pages; page++) {
        for (const { id } of (await search("nhẫn", { limit: 6, page })).products) ids.add(id);
      }
      expect(ids.size).toBe(total);
      expect((await search("nhẫn", { page: 50 })).products).toEqual([]);
    });

    test("finds published products by their current name", async () => {
      const publish = (status: "draft" | "publish") => setStatus(shop, 112, status);
      // notifications of a PostgreSQL server arrive shortly after the commit
      const found = (keyword: string) => expect.poll(() => names(keyword));
      await rename(112, "Nhẫn zirconium");
      await found("zirconium").toEqual(["Nhẫn zirconium"]);
      await publish("draft");
      await found("zirconium").toEqual([]);
      await publish("publish");
      await found("zirconiun").toEqual(["Nhẫn zirconium"]);
    });

    test("keeps the results when stock changes, and shows which are sold out", async () => {
      await rename(113, "Nhẫn rhodium");
      await rename(114, "Vòng rhodium");
      const found = async () =>
        (await search("rhodium", { limit: 2 })).products.map(({ id, stock_status }) => `${id} ${stock_status}`);
      const before = await found();
      expect(before).toEqual(["113 instock", "114 instock"]);
      for (const quantity of [7, 3, 0, 3]) {
        await setStock(shop, 113, quantity);
        await shop.shop.cache.waitForInvalidations(shop.db);
        expect(await found()).toEqual(quantity === 0 ? ["113 outofstock", "114 instock"] : before);
      }
    });

    test("treats any input as text", async () => {
      for (const keyword of [
        "'; drop table product; --",
        "' | 'a':*",
        "!!!",
        "((((",
        "\\",
        "日本",
        "%",
        "a & !b",
        "<->",
        "💍",
      ]) {
        expect((await search(keyword)).pagination.page, keyword).toBe(1);
      }
      expect(await names("💍 nhẫn zirconium")).toEqual(["Nhẫn zirconium"]);
      expect((await search("ẫ".repeat(200))).products).toEqual([]);
    });

    test("rejects invalid parameters with 400", async () => {
      const status = async (query: string) => (await shop.client().get(`${path}?${query}`)).status;
      const wrong = [
        "",
        "keyword=",
        "keyword=%20",
        `keyword=${"a".repeat(201)}`,
        "keyword=a&limit=0",
        "keyword=a&limit=1000",
        "keyword=a&orderby=sold",
      ];
      for (const query of [...wrong, "keyword=a&page=-1", "keyword=a&lang=fr", "keyword=%00"]) {
        expect(await status(query), query).toBe(400);
      }
    });
  });

test("limits searches to 120 a minute per address", async () => {
  const [engine] = bothEngines;
  if (!engine) throw new Error("no engine");
  const shop = await openShop(engine, { env: { RATE_LIMITS: "on" } });
  const find = (address: string) => shop.client({ address }).get(`${path}?keyword=ruby`);
  for (let call = 0; call < 120; call++) expect((await find("203.0.113.1")).status).toBe(200);
  const refused = await find("203.0.113.1");
  expect(refused.status).toBe(429);
  expect(Number(refused.header("retry-after"))).toBeGreaterThan(0);
  expect((await find("203.0.113.2")).status).toBe(200);
});
