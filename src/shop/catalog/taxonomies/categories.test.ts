import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type { ProductList } from "#contract/catalog.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/products/categories";

interface Category {
  id: number;
  name: string;
  slug: string;
  parent: number;
  description: string;
  display: string;
  kind: string;
  count: number;
  menu_order: number;
  image: { id: number; alt: string; src: string } | null;
  gift: { slug: string; name: string } | null;
  translations: Record<"vi" | "en", { name: string; description: string }>;
  code: string;
  data: { status: number; resource_id: number; params: unknown };
}

for (const engine of engines)
  describe(`category writes on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const create = (body: object, lang = "vi") => merchant.post<Category>(`${path}?lang=${lang}`, body);
    const update = (id: number, body: object, lang = "vi") =>
      merchant.put<Category>(`${path}/${id}?lang=${lang}`, body);
    const read = async (id: number) => (await merchant.get<Category>(`${path}/${id}`)).body;
    const refused = async (response: Promise<{ status: number; body: Category }>) => {
      const { status, body } = await response;
      return [status, body.code];
    };

    test("are created with WooCommerce's defaults, and visible in the storefront", async () => {
      const response = await create({ name: " Đồ  trang <b>sức</b> nam " });
      expect(response).toMatchObject({
        status: 201,
        body: {
          name: "Đồ trang sức nam",
          slug: "do-trang-suc-nam",
          parent: 0,
          description: "",
          display: "default",
          image: null,
          menu_order: 0,
          count: 0,
          kind: "jewelry",
          gift: null,
          translations: { vi: { name: "Đồ trang sức nam" }, en: { name: "Đồ trang sức nam" } },
        },
      });
      expect(response.header("location")).toBe(`https://shop.example${path}/${response.body.id}`);
      const shown = () => shop.client().get<Category[]>(`${path}?slug=do-trang-suc-nam&lang=en`);
      await expect.poll(async () => (await shown()).body[0]?.name).toBe("Đồ trang sức nam");
      expect((await shown()).body[0]).not.toHaveProperty("translations");
    });

    test("an update leaves absent fields unchanged, and translates one language at a time", async () => {
      const { id } = (await create({ name: "Mặt dây", description: "Cho dây mảnh", display: "both", menu_order: 7 }))
        .body;
      expect((await update(id, { name: "Mặt dây chuyền" })).body).toMatchObject({
        slug: "mat-day",
        description: "Cho dây mảnh",
        display: "both",
        menu_order: 7,
        translations: { en: { name: "Mặt dây chuyền" } },
      });
      const english = await update(id, { translations: { en: { name: "Pendants" } } }, "en");
      expect(english.body.name).toBe("Pendants");
      // the name is translated: a write in one language does not change the other
      expect((await update(id, { name: "Mặt đeo" })).body.translations).toMatchObject({
        vi: { name: "Mặt đeo" },
        en: { name: "Pendants" },
      });
      expect((await update(id, { name: "Charms" }, "en")).body.translations.vi.name).toBe("Mặt đeo");
      expect((await update(id, { name: null, slug: "" })).body).toMatchObject({ name: "Mặt đeo", slug: "mat-deo" });
      expect((await update(id, { slug: "Charm Đẹp" })).body.slug).toBe("charm-dep");
    });

    test("of the same name are rejected with the existing id, unless parent or slug differ", async () => {
      const { id } = (await create({ name: "Lắc chân" })).body;
      const twin = await create({ name: "lắc chân" });
      expect(twin).toMatchObject({ status: 400, body: { code: "term_exists", data: { resource_id: id } } });
      const below = (await create({ name: "Lắc chân", parent: 11 })).body;
      expect(below).toMatchObject({ slug: "lac-chan-rings", parent: 11 });
      expect((await create({ name: "Lắc chân", slug: "anklets" })).body.slug).toBe("anklets");
      expect((await create({ name: "Khác hẳn", slug: "anklets" })).body.slug).toBe("anklets-2");
      expect(await refused(update(id, { slug: "anklets" }))).toEqual([400, "duplicate_term_slug"]);
    });

    test("can be nested, but never in a cycle", async () => {
      const top = (await create({ name: "Tầng một" })).body.id;
      const middle = (await create({ name: "Tầng hai", parent: top })).body.id;
      const response = await update(top, { parent: middle });
      expect(response).toMatchObject({
        status: 400,
        body: { code: "rest_invalid_param", data: { params: { parent: expect.stringContaining("parent must not") } } },
      });
      expect(await refused(update(top, { parent: top }))).toEqual([400, "rest_invalid_param"]);
      expect(await refused(create({ name: "Mồ côi", parent: 999_999 }))).toEqual([400, "missing_parent"]);
      expect((await merchant.get<Category[]>(`${path}?parent=${top}`)).body).toHaveLength(1);
      expect((await update(middle, { parent: 0 })).body.parent).toBe(0);
      expect((await read(top)).parent).toBe(0);
    });

    test("accept an image and a gift", async () => {
      const picture = (await shop.db.one<{ id: number }>(sql`select min(id) id from picture`))?.id ?? 0;
      const { body } = await create({ name: "Quà cưới", kind: "gift", image: { id: picture, alt: "Đôi nhẫn" } });
      expect(body).toMatchObject({ kind: "gift", image: { id: picture, alt: "Đôi nhẫn" } });
      // a whole read response may be sent back
      expect((await update(body.id, body)).body).toMatchObject({
        image: { id: picture, alt: "Đôi nhẫn" },
        slug: body.slug,
      });
      expect((await update(body.id, { gift: { slug: "toy-car" } })).body.gift).toMatchObject({ slug: "toy-car" });
      const own = { slug: "hop-nhung", name: "Hộp nhung", image: { id: picture }, translations: { en: "Velvet box" } };
      expect((await update(body.id, { gift: own }, "vi")).body.gift).toMatchObject({
        slug: "hop-nhung",
        name: "Hộp nhung",
      });
      expect((await merchant.get<Category>(`${path}/${body.id}?lang=en`)).body.gift?.name).toBe("Velvet box");
      expect((await update(body.id, { image: null, gift: null })).body).toMatchObject({
        image: { id: picture },
        gift: null,
      });
      expect((await update(body.id, { image: {} })).body.image).toBeNull();
      expect(await refused(update(body.id, { image: { id: 987_654 } }))).toEqual([
        400,
        "woocommerce_product_invalid_image_id",
      ]);
      expect(await refused(update(body.id, { gift: { slug: "nothing-known" } }))).toEqual([400, "rest_invalid_param"]);
    });

    test("fetch an image by its URL, which must be valid", async () => {
      const bytes = await sharp({ create: { width: 500, height: 400, channels: 3, background: "#c0a060" } })
        .png()
        .toBuffer();
      const server = createServer((request, response) => {
        response.writeHead(request.url === "/a.png" ? 200 : 404).end(request.url === "/a.png" ? bytes : "");
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const open = await openShop(engine, { env: { ...httpsEnv, ALLOWED_PRIVATE_HOSTS: host } });
      const one = await merchantOf(open);
      const made = await one.post<Category>(path, {
        name: "Có ảnh",
        image: { src: `http://${host}/a.png`, name: "Bìa" },
      });
      expect(made).toMatchObject({ status: 201, body: { image: { name: "Bìa", alt: "Có ảnh" } } });
      const before = (await one.get<Category[]>(path)).header("x-wp-total");
      const failed = await one.post<Category>(path, { name: "Không ảnh", image: { src: `http://${host}/b.png` } });
      expect(failed).toMatchObject({ status: 400, body: { code: "woocommerce_product_image_upload_error" } });
      expect((await one.get<Category[]>(path)).header("x-wp-total")).toBe(before);
      server.close();
      await open.close();
    });

    test("of one name, created concurrently, give one category", async () => {
      const responses = await Promise.all(Array.from({ length: 4 }, () => create({ name: "Cùng lúc" })));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    });

    test("that are hidden are visible to merchants only", async () => {
      const { id, slug } = (await create({ name: "Kho", kind: "hidden" })).body;
      expect((await shop.client().get(`${path}/${id}`)).status).toBe(404);
      await update(id, { kind: "jewelry" });
      await expect.poll(async () => (await shop.client().get(`${path}/${id}`)).status).toBe(200);
      const page = await shop.client().get<ProductList>(`/wp-json/product-category/v1/list/?slug=${slug}`);
      expect(page.body).toMatchObject({ products: [], pagination: { total: 0 } });
    });

    test("that are deleted leave their products in the default category, and move subcategories up", async () => {
      const { id, slug } = (await create({ name: "Tạm" })).body;
      const below = (await create({ name: "Dưới tạm", parent: id })).body.id;
      // 145 is in this category only, 146 in another one too
      await shop.db.transaction(async (tx) => {
        await tx.run(sql`delete from product_category where product_id = 145`);
        await tx.run(sql`insert into product_category values (145, ${id}, 0), (146, ${id}, 9)`);
      });
      const list = () => shop.client().get<ProductList>(`/wp-json/product-category/v1/list/?slug=${slug}`);
      await expect.poll(async () => (await list()).body.pagination?.total).toBe(2);
      expect((await read(id)).count).toBe(2);
      expect(await refused(merchant.delete(`${path}/${id}`))).toEqual([501, "woocommerce_rest_trash_not_supported"]);
      const gone = await merchant.delete<Category>(`${path}/${id}?force=true`);
      expect(gone).toMatchObject({ status: 200, body: { id, name: "Tạm", count: 2 } });
      expect(await refused(merchant.get<Category>(`${path}/${id}`))).toEqual([404, "woocommerce_rest_term_invalid"]);
      await expect.poll(async () => (await list()).status).toBe(404);
      const filed = await merchant.get<{ categories: { slug: string }[] }>("/wp-json/wc/v3/products/145");
      expect(filed.body.categories.map((one) => one.slug)).toEqual(["chua-phan-loai"]);
      expect((await read(below)).parent).toBe(0);
    });

    test("the default one cannot be deleted", async () => {
      expect(await refused(merchant.delete(`${path}/15`, { force: true }))).toEqual([
        500,
        "woocommerce_rest_cannot_delete",
      ]);
      expect(await refused(update(15, { slug: "other" }))).toEqual([400, "rest_invalid_param"]);
      expect(await refused(update(15, { kind: "jewelry" }))).toEqual([400, "rest_invalid_param"]);
      expect((await update(15, { name: "Chưa xếp" })).body).toMatchObject({ name: "Chưa xếp", slug: "chua-phan-loai" });
    });

    test("a batch processes each entry by itself", async () => {
      const { id } = (await create({ name: "Một trong nhiều" })).body;
      const response = await merchant.post<Record<"create" | "update" | "delete", (Category & { error?: Category })[]>>(
        `${path}/batch`,
        {
          create: [{ name: "Lô A" }, { name: "lô a" }, { display: "none" }, { name: "Lô B", parent: 424_242 }],
          update: [{ id, description: "đổi" }, { id: 424_242, name: "x" }, { name: "ai?" }],
          delete: [id, 15, 424_242],
        },
      );
      expect(response.status).toBe(200);
      const { create: made, update: changed, delete: gone } = response.body;
      expect(made.map(({ id: one, error }) => error?.code ?? one > 0)).toEqual([
        true,
        "term_exists",
        "rest_missing_callback_param",
        "missing_parent",
      ]);
      expect(made[2]).toEqual({
        id: 0,
        error: {
          code: "rest_missing_callback_param",
          message: "Missing parameter(s): name",
          data: { status: 400, params: ["name"] },
        },
      });
      expect(changed.map(({ error, description }) => error?.code ?? description)).toEqual([
        "đổi",
        "woocommerce_rest_term_invalid",
        "woocommerce_rest_term_invalid",
      ]);
      expect(gone.map(({ error, id: one }) => error?.code ?? one)).toEqual([
        id,
        "woocommerce_rest_cannot_delete",
        "woocommerce_rest_term_invalid",
      ]);
    });
  });
