import { beforeAll, describe, expect, test } from "vitest";
import type { GiftRule } from "#contract/backoffice/gifts.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";

interface Json {
  id: number;
  code: string;
  name: string;
  regular_price: string;
  status: string;
  version: string;
  update: (Json & { error?: { code: string; data: { status: number; current: Json } } })[];
  data: { current: Json; params: Record<string, string> };
}

for (const engine of engines)
  describe(`versions of categories, attributes, gifts and variations on ${engine.name}`, () => {
    let shop: TestShop;
    let owner: StaffVisitor;
    let other: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      owner = (await staffMember(shop)).browser;
      other = (await staffMember(shop, "staff")).browser;
    });
    const etagOf = async (path: string) => (await owner.request("GET", path)).header("etag") ?? "";
    const created = async (path: string, body: object) => (await owner.request<Json>("POST", path, body)).body;

    test("GR10: a category, an attribute and a term that changed are neither overwritten nor deleted", async () => {
      const attributes = `${products}/attributes`;
      const attribute = await created(attributes, { name: "Màu men" });
      const terms = `${attributes}/${attribute.id}/terms`;
      const category = await created(`${products}/categories`, { name: "Mùa hè" });
      const term = await created(terms, { name: "Men xanh" });
      const child = await created(`${products}/categories`, { name: "Con", parent: category.id });
      for (const path of [
        `${products}/categories/${category.id}`,
        `${terms}/${term.id}`,
        `${attributes}/${attribute.id}`,
      ]) {
        const seen = { "if-match": await etagOf(path) };
        expect((await other.request("PUT", path, { name: "Đã đổi" })).status, path).toBe(200);
        for (const [method, body] of [
          ["PUT", { name: "Của tôi" }],
          ["DELETE", { force: true }],
        ] as const) {
          const { status, body: problem } = await owner.request<Json>(method, path, body, seen);
          expect([status, problem.code], `${method} ${path}`).toEqual([412, "lianne_conflict"]);
          expect(problem.data.current.name, path).toBe("Đã đổi");
        }
        const now = { "if-match": await etagOf(path) };
        expect((await owner.request<Json>("PUT", path, { name: "Của tôi" }, now)).body.name, path).toBe("Của tôi");
        expect((await owner.request("DELETE", path, { force: true }, { "if-match": await etagOf(path) })).status).toBe(
          200,
        );
      }
      // its place in the tree and its products are no change of a category
      const path = `${products}/categories/${child.id}`;
      const seen = { "if-match": await etagOf(path) };
      await created(products, {
        name: "Nhẫn con",
        status: "publish",
        regular_price: "1000",
        categories: [{ id: child.id }],
      });
      await owner.request("PUT", path, { menu_order: 9 });
      expect((await owner.request("PUT", path, { name: "Con mới" }, seen)).status).toBe(200);
    });

    test("GR10, KA02: a category that changed is not deleted with its products moved", async () => {
      const category = await created(`${products}/categories`, { name: "Mùa đông" });
      const path = `${products}/categories/${category.id}`;
      const remove = (tag: string | null) =>
        owner.call<Json>("POST", `/categories/${category.id}/delete`, {}, { "if-match": tag });
      const seen = await etagOf(path);
      const without = await remove(null);
      expect([without.status, without.body.code]).toEqual([428, "lianne_version_required"]);
      expect((await other.request("PUT", path, { name: "Mùa xuân" })).status).toBe(200);
      const late = await remove(seen);
      expect([late.status, late.body.code, late.body.data.current.name]).toEqual([412, "lianne_conflict", "Mùa xuân"]);
      expect((await remove(await etagOf(path))).status).toBe(200);
      expect((await owner.request("GET", path)).status).toBe(404);
    });

    test("GR10: a gift names the version that its write is based on", async () => {
      const image_id = (await shop.db.one<{ id: number }>(sql`select min(id) id from picture`))?.id ?? 0;
      const rule = { name: { vi: "Hộp nhung", en: "Velvet box" }, image_id, quantity: 1 };
      const gift = (await owner.call<GiftRule>("POST", "/gifts", rule)).body;
      const path = `/gifts/${gift.slug}`;
      for (const [method, body] of [["PUT", rule], ["DELETE"]] as const) {
        const { status, body: problem } = await owner.call<Json>(method, path, body, { "if-match": null });
        expect([status, problem.code], method).toEqual([428, "lianne_version_required"]);
      }
      await other.call("PUT", path, { ...rule, quantity: 2 });
      const old = { "if-match": `"${gift.version}"` };
      for (const [method, body] of [["PUT", rule], ["DELETE"]] as const) {
        const { status, body: problem } = await owner.call<Json>(method, path, body, old);
        expect([status, problem.code, problem.data.current], method).toMatchObject([
          412,
          "lianne_conflict",
          { slug: gift.slug, quantity: 2 },
        ]);
      }
      const [now] = (await owner.call<GiftRule[]>("GET", "/gifts")).body.filter(({ slug }) => slug === gift.slug);
      expect((await owner.call("DELETE", path, undefined, { "if-match": `"${now?.version}"` })).status).toBe(200);
    });

    test("GR10: an entry of a batch of variations names its version, and the others are stored", async () => {
      const { id } = await created(products, {
        ...{ name: "Nhẫn men", type: "variable", status: "draft" },
        attributes: [{ name: "Cỡ", variation: true, options: ["50", "52"] }],
      });
      const path = `${products}/${id}/variations`;
      await owner.request("POST", `${path}/generate`, {});
      const read = async () => (await owner.request<Json[]>("GET", `${path}?context=edit&orderby=id&order=asc`)).body;
      const [first, second] = await read();
      if (!first || !second) throw new Error("no variations");
      expect((await etagOf(`${path}/${first.id}`)).split(".")[0]).toBe(`W/"${first.version}`);
      await other.request("PUT", `${path}/${first.id}`, { regular_price: "200000" });
      const update = [first, second].map((one) => ({ id: one.id, if_match: one.version, regular_price: "300000" }));
      const { body } = await owner.request<Json>("POST", `${path}/batch`, { update });
      expect(body.update[0]?.error).toMatchObject({
        ...{ code: "lianne_conflict", data: { status: 412, current: { id: first.id, regular_price: "200000" } } },
      });
      expect(body.update[1]).toMatchObject({ id: second.id, regular_price: "300000" });
      expect((await read()).map(({ regular_price }) => regular_price)).toEqual(["200000", "300000"]);
      // neither is one deleted, and an entry without a version accepts any
      const removed = await owner.request<Json>(
        "DELETE",
        `${path}/${first.id}`,
        {},
        { "if-match": `"${first.version}"` },
      );
      expect([removed.status, removed.body.code]).toEqual([412, "lianne_conflict"]);
      const any = { update: [{ id: first.id, regular_price: "300000" }] };
      expect((await owner.request<Json>("POST", `${path}/batch`, any)).body.update[0]?.regular_price).toBe("300000");
      const wrong = { update: [{ id: first.id, if_match: 5 }] };
      const refused = (await owner.request<Json>("POST", `${path}/batch`, wrong)).body.update[0]?.error;
      expect(refused?.data).toMatchObject({ status: 400, params: { if_match: expect.any(String) } });
    });
  });
