import { beforeAll, describe, expect, test } from "vitest";
import { aKey } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { liveEnv, staffMember, type StaffVisitor } from "#fixtures/testing/staff.ts";
import type { TestResponse } from "#fixtures/testing/visitor.ts";

const products = "/wp-json/wc/v3/products";
interface Json {
  id: number;
  code: string;
  message: string;
  name: string;
  type: string;
  sku: string;
  status: string;
  version: string;
  regular_price: string;
  manage_stock: boolean;
  stock_quantity: number | null;
  attributes: { name: string; option: string }[];
  data: { current: Json; permission: string; params: Record<string, string> };
}
const ok = (response: TestResponse<Json>, status = 200): Json => {
  if (response.status !== status) throw new Error(`${response.status}: ${response.text}`);
  return response.body;
};

for (const engine of engines)
  describe(`saves of a product with its variations on ${engine.name}`, () => {
    let shop: TestShop;
    let staff: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: liveEnv });
      ({ browser: staff } = await staffMember(shop, "owner"));
    });
    const create = async (body: object) => ok(await staff.request<Json>("POST", products, body), 201);
    const read = async (id: number) => {
      const response = await staff.request<Json>("GET", `${products}/${id}?context=edit`);
      return { etag: response.header("etag") ?? "", product: ok(response) };
    };
    const variationsOf = async (id: number, status = "any") =>
      (
        await staff.request<Json[]>(
          "GET",
          `${products}/${id}/variations?per_page=100&orderby=id&order=asc&context=edit&status=${status}`,
        )
      ).body;
    const save = (id: number, body: object, headers: Record<string, string | null> = {}, browser = staff) =>
      browser.request<Json>("PUT", `${products}/${id}/with-variations?lang=vi`, body, headers);
    const sizes = [{ name: "Cỡ", variation: true, options: ["50", "52", "54"] }];
    const size = (option: string, own: object = {}) => ({ attributes: [{ name: "Cỡ", option }], ...own });
    const ring = async (name: string) => {
      const { id } = await create({ name, type: "variable", status: "draft", attributes: sizes });
      const stock = { manage_stock: true, stock_quantity: 5, regular_price: "500000" };
      ok(await save(id, { create: [size("50", stock), size("52", stock)] }));
      const [first, second] = await variationsOf(id);
      if (!first || !second) throw new Error("no variations");
      return { id, first, second };
    };
    const stateOf = async (id: number) => {
      const { product } = await read(id);
      const variations = (await variationsOf(id)).map((one) => [one.regular_price, one.stock_quantity, one.sku]);
      return { name: product.name, variations, trashed: (await variationsOf(id, "trash")).length };
    };

    test("PR04 a product, its new, changed and removed variations are stored together, and a repeated request counts once", async () => {
      const { id, first, second } = await ring("Nhẫn một lần");
      const { etag } = await read(id);
      const headers = { "if-match": etag, "idempotency-key": aKey() };
      const body = {
        product: { translations: { vi: { name: "Nhẫn lưu một lần" } } },
        create: [size("54", { regular_price: "700000", manage_stock: true, stock_quantity: 2 })],
        update: [{ id: first.id, if_match: first.version, regular_price: "600000", inventory_delta: 3 }],
        remove: [{ id: second.id, if_match: second.version }],
      };
      const responses = await Promise.all([save(id, body, headers), save(id, body, headers)]);
      expect(responses.map(({ status, body: { name } }) => [status, name])).toEqual([
        [200, "Nhẫn lưu một lần"],
        [200, "Nhẫn lưu một lần"],
      ]);
      expect(await stateOf(id)).toEqual({
        name: "Nhẫn lưu một lần",
        variations: [
          ["600000", 8, ""],
          ["700000", 2, ""],
        ],
        trashed: 1,
      });
      const [trashed] = await variationsOf(id, "trash");
      ok(await save(id, { update: [{ id: trashed?.id, if_match: trashed?.version, status: "publish" }] }));
      expect((await stateOf(id)).variations, "the same variation again").toContainEqual(["500000", 5, ""]);
    });

    test("PR11 two variations that share their stock cannot set different quantities in one save", async () => {
      const { id, first, second } = await ring("Nhẫn chung kho");
      ok(await save(id, { update: [{ id: second.id, shares_stock_with: first.id }] }));
      const both = (one: object, other: object) => ({
        update: [
          { id: first.id, ...one },
          { id: second.id, ...other },
        ],
      });
      const quantities = async () => (await variationsOf(id)).map((one) => one.stock_quantity);
      const wrong = [
        [both({ stock_quantity: 8 }, { stock_quantity: 7 }), "update[1].stock_quantity"],
        [both({ stock_quantity: 8 }, { stock_quantity: 5 }), "update[1].stock_quantity"],
        [both({ inventory_delta: 3 }, { inventory_delta: 2 }), "update[1].inventory_delta"],
      ] as const;
      for (const [body, field] of wrong) {
        const { status, body: problem } = await save(id, body);
        expect([status, Object.keys(problem.data.params)]).toEqual([400, [field]]);
        expect(problem.data.params[field]).toMatch(/dùng chung tồn kho/);
      }
      expect(await quantities()).toEqual([5, 5]);
      ok(await save(id, both({ stock_quantity: 8 }, { stock_quantity: 8 })));
      expect(await quantities()).toEqual([8, 8]);
      ok(await save(id, both({ inventory_delta: -2 }, { regular_price: "650000" })));
      expect(await quantities()).toEqual([6, 6]);
    });

    test("PR04 one rejected variation: nothing is stored, and each wrong field is named in the person's language", async () => {
      const { id, first, second } = await ring("Nhẫn giữ nguyên");
      ok(await save(id, { update: [{ id: second.id, sku: `GN-${id}` }] }));
      const before = await stateOf(id);
      const product = { translations: { vi: { name: "Không được lưu" } }, sku: `NEW-${id}` };
      const wrong = [
        [{ update: [{ id: first.id, sku: `GN-${id}` }] }, { "update[0].sku": /SKU/ }],
        [{ create: [size("54", { sku: `D-${id}` }), size("50", { sku: `D-${id}` })] }, { "create[1].sku": /SKU/ }],
        [{ create: [size("54"), size("50")] }, { "create[1].attributes": /giống hệt/ }],
        [{ update: [{ id: first.id, inventory_delta: -6 }] }, { "update[0].inventory_delta": /chỉ còn 5/ }],
        [
          {
            create: [size("54", { regular_price: "rẻ" })],
            update: [
              { id: first.id, inventory_delta: 2 },
              { id: second.id, sale_price: "-1", storage_place: 7 },
            ],
          },
          { "create[0].regular_price": /số nguyên đồng/, "update[1].sale_price": /số nguyên đồng/ },
        ],
        [{ update: [{ id: first.id, image: { id: 2_000_000_000 } }] }, { "update[0].image": /Ảnh #2000000000/ }],
        [{ update: [{ id: 1, regular_price: "1" }] }, { "update[0].id": /không còn/ }],
        [{ remove: [{ id: first.id }, { id: 1 }] }, { "remove[1].id": /không còn/ }],
      ] as const;
      for (const [variations, fields] of wrong) {
        const { status, body } = await save(id, { product, ...variations });
        expect([status, body.data.params], JSON.stringify(variations)).toMatchObject([
          400,
          Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, expect.stringMatching(text)])),
        ]);
      }
      const { status, body } = await save(id, { product: { regular_price: "x" }, create: [size("54")] });
      expect([status, Object.keys(body.data.params)]).toEqual([400, ["regular_price"]]);
      expect(await stateOf(id)).toEqual(before);
    });

    test("PR04 a save over a product or a variation that changed meanwhile stores nothing: 412", async () => {
      const { id, first, second } = await ring("Nhẫn hai người");
      const { etag } = await read(id);
      ok(await save(id, { update: [{ id: second.id, regular_price: "550000" }] }));
      const late = {
        product: { translations: { vi: { name: "Ghi đè" } } },
        update: [
          { id: first.id, if_match: first.version, inventory_delta: 1 },
          { id: second.id, if_match: second.version, regular_price: "1" },
        ],
      };
      expect((await save(id, late, { "if-match": null })).status, "without a version").toBe(428);
      expect((await save(id, late)).body).toMatchObject({ code: "lianne_conflict", data: { current: { id } } });
      const removed = await save(id, { remove: [{ id: second.id, if_match: second.version }] });
      expect(removed.status).toBe(412);
      ok(await save(id, { product: { translations: { vi: { name: "Người kia" } } } }));
      expect((await save(id, { update: late.update.slice(0, 1) }, { "if-match": etag })).status).toBe(412);
      expect(await stateOf(id)).toMatchObject({
        ...{ name: "Người kia", trashed: 0 },
        variations: [
          ["500000", 5, ""],
          ["550000", 5, ""],
        ],
      });
      const { product, etag: now } = await read(id);
      const racing = ["một", "hai", "ba"].map((name) =>
        save(id, { product: { translations: { vi: { name } } }, update: late.update.slice(0, 1) }, { "if-match": now }),
      );
      const statuses = (await Promise.all(racing)).map((response) => response.status);
      expect(statuses.toSorted(), product.name).toEqual([200, 412, 412]);
      expect((await variationsOf(id))[0]?.stock_quantity).toBe(6);
    });

    test("PR10, PR04 a product gets options and combinations in one save", async () => {
      const own = { regular_price: "690000", manage_stock: true, stock_quantity: 4, status: "draft" };
      const { id } = await create({ name: "Nhẫn có cỡ", ...own });
      const stock = { regular_price: "690000", manage_stock: true, stock_quantity: 4 };
      const product = { type: "variable", attributes: sizes, manage_stock: false };
      ok(await save(id, { product, create: [size("50", stock), size("52", stock)] }));
      expect((await read(id)).product).toMatchObject({ type: "variable", manage_stock: false });
      expect((await stateOf(id)).variations).toEqual([
        ["690000", 4, ""],
        ["690000", 4, ""],
      ]);
      const simple = await create({ name: "Nhẫn trơn", ...own });
      expect((await save(simple.id, { create: [size("50")] })).body.data.params).toEqual({
        product_id: "Sản phẩm này chưa có tùy chọn.",
      });
    });

    test("PR10, PR04 an option is removed together with changes of the variations that had it", async () => {
      const { id, first, second } = await ring("Nhẫn bỏ tùy chọn");
      const { etag } = await read(id);
      const body = {
        product: { attributes: [{ ...sizes[0], variation: false }] },
        update: [{ id: first.id, if_match: first.version, regular_price: "510000" }],
        remove: [{ id: second.id, if_match: second.version }],
      };
      ok(await save(id, body, { "if-match": etag }));
      expect(await stateOf(id)).toMatchObject({ variations: [["510000", 5, ""]], trashed: 1 });
    });

    test("PR04 a variation that occurs twice is rejected: its second change would replace the first", async () => {
      const { id, first } = await ring("Nhẫn hai lần");
      const more = (units: number) => ({ id: first.id, inventory_delta: units });
      const twice = await save(id, { update: [more(1), more(2)] });
      expect([twice.status, Object.keys(twice.body.data.params)]).toEqual([400, ["update[1].id"]]);
      const both = await save(id, { update: [more(1)], remove: [{ id: first.id }] });
      expect([both.status, Object.keys(both.body.data.params)]).toEqual([400, ["remove[0].id"]]);
      expect((await stateOf(id)).variations[0]).toEqual(["500000", 5, ""]);
    });

    test("PR04 prices and stock of a product and its variations need their permissions", async () => {
      const { id, first } = await ring("Nhẫn có quyền");
      await staff.call("PUT", "/roles/own", { name: "Soạn", permissions: ["products.edit"] });
      const { browser: limited } = await staffMember(shop, "own");
      for (const [body, permission] of [
        [{ product: { regular_price: "1" } }, "prices.edit"],
        [{ update: [{ id: first.id, sale_price: "1" }] }, "prices.edit"],
        [{ create: [size("54")] }, "prices.edit"],
        [{ update: [{ id: first.id, inventory_delta: 1 }] }, "stock.edit"],
        [{ product: { cost_of_goods_sold: { values: [] } } }, "costs.view"],
      ] as const) {
        const response = await save(id, body, {}, limited);
        expect([response.status, response.body.data.permission], JSON.stringify(body)).toEqual([403, permission]);
      }
    });
  });
