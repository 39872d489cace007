import { beforeAll, describe, expect, test } from "vitest";
import { aCodOrder, aKey, hoops, submit } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { setStock } from "#fixtures/testing/set-stock.ts";
import { liveEnv, staffMember, type StaffVisitor } from "#fixtures/testing/staff.ts";
import type { TestResponse, Visitor } from "#fixtures/testing/visitor.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";

const products = "/wp-json/wc/v3/products";
interface Text {
  name: string;
  short_description: string;
  description: string;
  seo_title: string;
  seo_description: string;
}
interface Json {
  id: number;
  code: string;
  name: string;
  slug: string;
  sku: string;
  status: string;
  regular_price: string;
  stock_quantity: number | null;
  total_sales: number;
  variations: number[];
  english_lacks: Record<string, string>;
  translations: { vi: Text; en: Text };
  images: { id: number; alt: string; alt_confirmed: boolean; translations: Record<"vi" | "en", { alt: string }> }[];
  specifications: Record<string, unknown> | null;
  cost_of_goods_sold?: { values: object[]; total_value: number; defined_value_is_additive?: boolean };
  shares_stock_with: number;
  data: { current: Json; permission: string; count: number };
}
const ok = (response: TestResponse<Json>, status = 200): Json => {
  if (response.status !== status) throw new Error(`${response.status}: ${response.text}`);
  return response.body;
};

for (const engine of engines)
  describe(`editing of products on ${engine.name}`, () => {
    let shop: TestShop;
    let staff: StaffVisitor;
    let shopper: Visitor;
    let owner: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: liveEnv });
      ({ browser: staff } = await staffMember(shop, "staff"));
      shopper = shop.client({ headers: { "x-forwarded-proto": "https" } });
      await shopper.register();
      ({ browser: owner } = await staffMember(shop, "owner"));
    });
    const read = (path: number | string, browser = staff) =>
      browser.request<Json>("GET", `${products}/${path}?context=edit`);
    const create = async (body: object) => ok(await staff.request<Json>("POST", products, body), 201);
    const put = (path: number | string, body: object, etag?: string, browser = staff) =>
      browser.request<Json>("PUT", `${products}/${path}`, body, etag ? { "if-match": etag } : {});
    const ring = (own: object = {}) =>
      create({
        ...{ name: "Nhẫn thử", type: "variable", status: "draft" },
        attributes: [
          { name: "Cỡ", variation: true, options: ["50", "52", "54"] },
          { name: "Hộp", variation: true, options: ["không hộp", "hộp quà"] },
        ],
        ...own,
      });
    const generate = (id: number, body: object = {}) =>
      staff.request<Json & { count: number }>("POST", `${products}/${id}/variations/generate`, body);
    const variationsOf = async (id: number) =>
      (await staff.request<Json[]>("GET", `${products}/${id}/variations?per_page=100&orderby=id&order=asc`)).body;

    test("GR10 a product that changed since it was loaded is not overwritten: 412 with the current record", async () => {
      const { id } = await create({ name: "Nhẫn hai người", status: "draft" });
      const etag = (await read(id)).header("etag");
      ok(await put(id, { description: "<p>của người kia</p>" }));
      const late = await put(id, { description: "<p>của tôi</p>" }, etag);
      expect([late.status, late.body.code]).toEqual([412, "lianne_conflict"]);
      expect(late.body.data.current).toMatchObject({
        id,
        translations: { vi: { description: "<p>của người kia</p>" } },
      });
      ok(await put(id, { description: "<p>của tôi</p>" }, (await read(id)).header("etag")));
      ok(await put(id, { description: "<p>không điều kiện</p>" }, "*"));
      expect((await put(id, { name: "x" }, '"something"')).status).toBe(412);
    });

    test("GR10 of two saves of one version one wins, for a product and for a variation", async () => {
      const { id } = await ring();
      ok(await generate(id));
      const [variation] = await variationsOf(id);
      for (const path of [String(id), `${id}/variations/${variation?.id}`]) {
        const etag = (await read(path)).header("etag");
        const saves = ["một", "hai", "ba"].map((text) => put(path, { description: `<p>${text}</p>` }, etag));
        const statuses = (await Promise.all(saves)).map(({ status }) => status);
        expect(statuses.toSorted(), path).toEqual([200, 412, 412]);
      }
    });

    test("PR03 a form that is saved after a sale is no conflict, and leaves the stock that is left", async () => {
      await setStock(shop, hoops.id, 7);
      const etag = (await read(hoops.id)).header("etag");
      expect((await submit(shopper, aCodOrder())).status).toBe(201);
      const saved = ok(await put(hoops.id, { description: "<p>mới</p>", inventory_delta: 3 }, etag));
      expect(saved.stock_quantity).toBe(9);
    });

    test("GR08, PR03 a difference of stock that is sent again with its key counts once", async () => {
      const { id } = await create({ name: "Nhẫn gửi lại", status: "draft", manage_stock: true, stock_quantity: 5 });
      const etag = (await read(id)).header("etag") ?? "";
      const body = { description: "<p>mới</p>", inventory_delta: 2 };
      const send = (key: string, own: object = body) =>
        staff.request<Json>("PUT", `${products}/${id}`, own, { "if-match": etag, "idempotency-key": key });
      const key = aKey();
      const responses = await Promise.all([send(key), send(key), send(key)]);
      expect(responses.map(({ status, body: { stock_quantity } }) => [status, stock_quantity])).toEqual([
        [200, 7],
        [200, 7],
        [200, 7],
      ]);
      expect((await send(key, { ...body, inventory_delta: 3 })).body.code).toBe("lianne_idempotency_reused");
      expect((await send(aKey())).status, "another action, of a version that has changed").toBe(412);
      expect(ok(await read(id)).stock_quantity).toBe(7);
    });

    test("PR16 a scheduled product is published within a minute of its time, and lists show it then", async () => {
      const at = new Date(shop.clock.now().getTime() + 10 * minuteMs).toISOString().slice(0, 19);
      const body = { name: "Nhẫn Tết", regular_price: "500000", status: "future", date_created_gmt: at };
      const { id, status } = await create(body);
      expect(status).toBe("future");
      const page = () => shop.client().get<Json>(`${products}/${id}`);
      await shop.runJobs();
      expect((await page()).status).toBe(404);
      shop.clock.advance(10 * minuteMs + 1000);
      await shop.runJobs();
      expect(await page()).toMatchObject({ status: 200, body: { status: "publish" } });
      const waiting = await create({
        ...body,
        name: "Nhẫn 8/3",
        date_created_gmt: "2099-03-08T00:00:00",
        status: "publish",
      });
      expect(waiting.status).toBe("future");
      expect(ok(await put(waiting.id, { status: "draft" })).status).toBe("draft");
      const past = ok(await put(waiting.id, { status: "future", date_created_gmt: "2024-01-01T00:00:00" }));
      expect(past.status).toBe("publish");
      expect((await shop.client().get(`${products}/${waiting.id}`)).status).toBe(200);
      ok(await put(waiting.id, { status: "private" }));
      expect((await shop.client().get(`${products}/${waiting.id}`)).status).toBe(404);
    });

    test("PR05 an English text is marked while it is missing or older than the Vietnamese one, until it is confirmed", async () => {
      const { id, english_lacks } = await create({ name: "Nhẫn trăng", short_description: "Một viên đá." });
      expect(english_lacks).toEqual({ name: "missing", short_description: "missing" });
      const en = (name: string) => put(id, { translations: { en: { name } } });
      expect(ok(await en("Moon ring")).english_lacks).toEqual({ short_description: "missing" });
      const changed = ok(await put(id, { translations: { vi: { name: "Nhẫn trăng non" } } }));
      expect(changed.english_lacks.name).toMatch(/^\d{4}-/);
      expect(ok(await en("New moon ring")).english_lacks.name).toBeUndefined();
      ok(await put(id, { translations: { vi: { name: "Nhẫn trăng khuyết" } } }));
      expect(ok(await put(id, { confirmed_translations: ["name", "short_description"] })).english_lacks).toEqual({});
      expect(
        ok(await put(id, { translations: { vi: { short_description: "Hai viên đá." } } })).english_lacks,
      ).toMatchObject({
        short_description: expect.stringMatching(/^\d{4}-/),
      });
    });

    test("PR08 images have alternative texts in both languages, which are proposals until confirmed", async () => {
      const [image] = ok(await read(101)).images;
      const { id, images } = await create({ name: "Nhẫn ảnh", images: [{ id: image?.id }] });
      expect(images[0]).toMatchObject({ alt: "Nhẫn ảnh", alt_confirmed: false });
      const alts = { vi: { alt: "Nhẫn bạc, mặt trước" }, en: { alt: "Silver ring, front" } };
      const proposed = ok(await put(id, { images: [{ id: image?.id, translations: alts, alt_confirmed: false }] }));
      expect(proposed.images[0]).toMatchObject({
        alt: "Nhẫn bạc, mặt trước",
        alt_confirmed: false,
        translations: alts,
      });
      expect(ok(await put(id, { images: [{ id: image?.id, alt_confirmed: true }] })).images[0]).toMatchObject({
        ...{ alt_confirmed: true, translations: alts },
      });
    });

    test("PR15 texts for search engines are empty until they are written, each language by itself", async () => {
      const { id, translations } = await create({ name: "Nhẫn tìm", regular_price: "1" });
      expect(translations.vi).toMatchObject({ seo_title: "", seo_description: "" });
      ok(await put(id, { translations: { vi: { seo_title: "Nhẫn <b>bạc</b> Lianne" } } }));
      const shown = async (lang: string) =>
        (await shop.client().get<Text>(`${products}/${id}?lang=${lang}`)).body.seo_title;
      expect([await shown("vi"), await shown("en")]).toEqual(["Nhẫn bạc Lianne", ""]);
    });

    test("PR13 specifications have fields; a wrong one is rejected by name, and shoppers can read them", async () => {
      const specifications = {
        metal: { name: "Bạc", fineness: 925, plate: "bạch kim", plate_microns: 0.5 },
        stones: [{ name: "CZ", natural: false, count: 1, size_mm: "5" }],
        ...{ weight_g: 2.1, care_group: "silver", origin: "Việt Nam", manufacturer: "Lianne" },
      };
      const { id } = await create({ name: "Nhẫn thông số", regular_price: "1", specifications });
      const { body } = await shop.client().get<Json>(`${products}/${id}`);
      expect(body.specifications).toMatchObject({
        metal: { fineness: 925 },
        stones: [{ cut: null }],
        care_group: "silver",
      });
      expect(body).toMatchObject({ care_group: "silver" });
      const wrong = await put(id, { specifications: { ...specifications, weight_g: -1 } });
      expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("specifications")]);
      expect(ok(await put(id, { specifications: null })).specifications).toBeNull();
    });

    test("PR18 costs are read and written by roles with costs.view only", async () => {
      const cost_of_goods_sold = { values: [{ defined_value: 300_000 }] };
      const { id } = await ring({ regular_price: "900000" });
      expect((await put(id, { cost_of_goods_sold })).body).toMatchObject({
        ...{ code: "lianne_forbidden", data: { permission: "costs.view" } },
      });
      expect(ok(await put(id, { cost_of_goods_sold }, undefined, owner)).cost_of_goods_sold).toEqual({
        values: [{ defined_value: 300_000, effective_value: 300_000 }],
        total_value: 300_000,
      });
      expect(ok(await read(id)).cost_of_goods_sold).toBeUndefined();
      ok(await generate(id));
      const [first] = await variationsOf(id);
      const path = `${id}/variations/${first?.id}`;
      expect(ok(await read(path, owner)).cost_of_goods_sold?.total_value).toBe(300_000);
      const additive = { values: [{ defined_value: 20_000 }], defined_value_is_additive: true };
      const saved = ok(await put(path, { cost_of_goods_sold: additive }, undefined, owner));
      expect(saved.cost_of_goods_sold).toEqual({
        values: [{ defined_value: 20_000, effective_value: 320_000 }],
        ...{ defined_value_is_additive: true, total_value: 320_000 },
      });
      const { browser: accountant } = await staffMember(shop, "accountant");
      expect(ok(await read(id, accountant)).cost_of_goods_sold?.total_value).toBe(300_000);
      expect((await shop.client().get<Json>(`${products}/101`)).body.cost_of_goods_sold).toBeUndefined();
    });

    test("PR17 a duplicate is a draft with everything but SKU, barcode, stock and sales", async () => {
      const source = ok(await read(101, owner));
      const response = await owner.request<Json>("POST", `${products}/101/duplicate`);
      const copy = ok(response, 201);
      expect(copy).toMatchObject({ status: "draft", sku: "", total_sales: 0, name: `${source.name} (bản sao)` });
      expect(copy.translations.en.name).toBe(`${source.translations.en.name} (copy)`);
      const same = (one: Json) => {
        const { description, short_description } = one.translations.vi;
        return { description, short_description, images: one.images.map(({ id, translations }) => [id, translations]) };
      };
      expect(same(copy)).toEqual(same(source));
      const [of, made] = [await variationsOf(101), await variationsOf(copy.id)];
      expect(made.map(({ name, regular_price }) => [name, regular_price])).toEqual(
        of.filter(({ status }) => status !== "trash").map(({ name, regular_price }) => [name, regular_price]),
      );
      expect(made.every(({ sku, stock_quantity }) => sku === "" && !stock_quantity)).toBe(true);
      const merchant = await merchantOf(shop);
      expect((await merchant.post<Json>(`${products}/999999/duplicate`)).body.code).toBe(
        "woocommerce_rest_product_invalid_id",
      );
      const { browser: packer } = await staffMember(shop, "packer");
      expect((await packer.request("POST", `${products}/101/duplicate`)).status).toBe(403);
    });
  });
