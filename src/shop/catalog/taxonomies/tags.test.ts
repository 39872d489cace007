import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStatus } from "#fixtures/testing/set-stock.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/products/tags";

interface Tag {
  id: number;
  name: string;
  slug: string;
  description: string;
  count: number;
  code: string;
  error?: { code: string };
  data: { resource_id: number };
}

for (const engine of engines)
  describe(`tag writes on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const create = (body: object) => merchant.post<Tag>(path, body);

    test("are created, changed, and distinguished by name and slug", async () => {
      const made = await create({ name: "Quà 8/3", description: "Ngày phụ nữ" });
      expect(made).toMatchObject({
        status: 201,
        body: { name: "Quà 8/3", slug: "qua-8-3", description: "Ngày phụ nữ", count: 0, translations: {} },
      });
      const { id } = made.body;
      expect(made.header("location")).toBe(`https://shop.example${path}/${id}`);
      expect(await create({ name: "quà 8/3" })).toMatchObject({
        status: 400,
        body: { code: "term_exists", data: { status: 400, resource_id: id } },
      });
      expect((await create({ name: "Khác", slug: "qua-8-3" })).body.slug).toBe("qua-8-3-2");
      const changed = await merchant.put<Tag>(`${path}/${id}?lang=en`, { name: "Women's Day" });
      expect(changed.body).toMatchObject({ name: "Women's Day", slug: "qua-8-3", description: "Ngày phụ nữ" });
      expect((await merchant.put<Tag>(`${path}/${id}`, { slug: "qua-8-3-2" })).body.code).toBe("duplicate_term_slug");
      expect((await create({ name: "日本" })).body.slug).toMatch(/^\d+$/);
    });

    test("count published products, and filter them", async () => {
      const { id } = (await create({ name: "Bán chạy" })).body;
      await shop.db.transaction((tx) => tx.run(sql`insert into product_tag values (143, ${id}), (145, ${id})`));
      const count = async () => (await shop.client().get<Tag>(`${path}/${id}`)).body.count;
      await expect.poll(count).toBe(2);
      await setStatus(shop, 145, "draft");
      await expect.poll(count).toBe(1);
      const list = async (query: string) => (await merchant.get<Tag[]>(`${path}?${query}`)).body.map((tag) => tag.slug);
      expect(await list("product=143")).toEqual(["ban-chay"]);
      expect(await list("hide_empty=true")).toEqual(["ban-chay"]);
      expect(await list("slug[]=ban-chay&slug[]=none")).toEqual(["ban-chay"]);
      expect(await list("search=BAN")).toEqual(["ban-chay"]);
      expect((await list("orderby=count&order=desc&per_page=1"))[0]).toBe("ban-chay");
      const product = await merchant.get<{ tags: { slug: string }[] }>("/wp-json/wc/v3/products/143");
      expect(product.body.tags.map((tag) => tag.slug)).toEqual(["ban-chay"]);
      expect((await merchant.delete<Tag>(`${path}/${id}`)).body.code).toBe("woocommerce_rest_trash_not_supported");
      expect((await merchant.delete<Tag>(`${path}/${id}?force=1`)).body).toMatchObject({ id, count: 1 });
      const after = () => merchant.get<{ tags: unknown[] }>("/wp-json/wc/v3/products/143");
      await expect.poll(async () => (await after()).body.tags).toEqual([]);
    });

    test("a batch processes each entry by itself", async () => {
      const { body } = await merchant.post<Record<"create" | "update" | "delete", Tag[]>>(`${path}/batch`, {
        create: [{ name: "Một" }, {}, { name: "Hai" }],
        update: [{ id: 999_999, name: "x" }],
        delete: ["x"],
      });
      expect(body.create.map((tag) => tag.error?.code ?? tag.slug)).toEqual([
        "mot",
        "rest_missing_callback_param",
        "hai",
      ]);
      expect(body.update[0]).toMatchObject({ id: 999_999, error: { code: "woocommerce_rest_term_invalid" } });
      expect(body.delete[0]).toMatchObject({ error: { code: "woocommerce_rest_term_invalid" } });
      // an error found only by the database is also reported per entry; the others are stored, and must invalidate
      // caches
      const odd = await merchant.post<{ create: Tag[] }>(`${path}/batch`, {
        create: [{ name: "Ba" }, { name: "B\u0000n" }, { name: "Năm" }],
      });
      expect(odd.status).toBe(200);
      expect(odd.body.create.map((tag) => tag.error?.code ?? tag.slug)).toEqual(["ba", "rest_invalid_param", "nam"]);
      const many = { create: Array.from({ length: 101 }, (_, index) => ({ name: `Nhãn ${index}` })) };
      expect((await merchant.post<Tag>(`${path}/batch`, many)).status).toBe(413);
    });
  });
