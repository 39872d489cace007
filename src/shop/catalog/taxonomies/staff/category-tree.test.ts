import { beforeAll, describe, expect, test } from "vitest";
import type { CategoryDeletion, CategoryTree, CategoryUsage } from "#contract/backoffice/taxonomies.ts";
import type { Problem } from "#contract/problem.ts";
import { hoops, pearls } from "#fixtures/testing/cod-order.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";
import { sql } from "#shop/kernel/db/database.ts";

const path = "/wp-json/wc/v3/products/categories";
const unknownId = 99_999_999;

interface Category {
  id: number;
  name: string;
  slug: string;
  parent: number;
  menu_order: number;
  count: number;
  gift: { slug: string } | null;
}
let names = 0;

for (const engine of engines)
  describe(`the tree of categories on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    let other: StaffVisitor;
    let defaultId: number;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
      other = (await staffMember(shop, "staff")).browser;
      defaultId = (await merchant.get<Category[]>(`${path}?slug=chua-phan-loai`)).body[0]?.id ?? 0;
    });
    const create = async (own: object = {}) =>
      (await merchant.post<Category>(path, { name: `Danh mục ${++names}`, menu_order: 500 + names, ...own })).body;
    const read = async (id: number) => (await merchant.get<Category & Problem>(`${path}/${id}`)).body;
    const move = (id: number, place: object, browser = owner) =>
      browser.call<CategoryTree & Problem>("POST", `/categories/${id}/move`, place);
    const remove = (id: number, body: object = {}, browser = owner) =>
      browser.call<CategoryDeletion & Problem>("POST", `/categories/${id}/delete`, body);
    const undo = (deletion: number, browser = owner) =>
      browser.call<{ id: number } & Problem>("POST", `/category-deletions/${deletion}/undo`);
    const usage = async (id: number) => (await owner.call<CategoryUsage>("GET", `/categories/${id}/usage`)).body;
    const put = (id: number, body: object) => merchant.put(`/wp-json/wc/v3/products/${id}`, body);
    const categoriesOf = async (id: number): Promise<number[]> => {
      const { body } = await merchant.get<{ categories: { id: number }[] }>(`/wp-json/wc/v3/products/${id}`);
      return body.categories.map((one) => one.id);
    };
    /** ids in the order of the storefront */
    const shown = async (): Promise<number[]> => {
      const { body } = await shop.client().get<Category[]>(`${path}?per_page=100&orderby=menu_order`);
      return body.map(({ id }) => id);
    };

    test("KA01: a category is moved below, before and out of others, and the storefront follows", async () => {
      const [first, second, third] = [await create(), await create(), await create()];
      await expect.poll(async () => (await shown()).slice(-3)).toEqual([first.id, second.id, third.id]);
      const moved = await move(third.id, { parent: 0, before: first.id });
      expect(moved.status).toBe(200);
      expect(moved.body.map(({ menu_order }) => menu_order)).toEqual(moved.body.map((_node, index) => index + 1));
      expect(moved.body.map(({ id }) => id)).not.toContain(defaultId);
      await expect.poll(async () => (await shown()).slice(-3)).toEqual([third.id, first.id, second.id]);

      await move(second.id, { parent: third.id, before: null });
      expect(await read(second.id)).toMatchObject({ parent: third.id });
      await expect.poll(async () => (await shown()).slice(-3)).toEqual([third.id, second.id, first.id]);
      expect((await move(second.id, { parent: 0, before: null })).status).toBe(200);
      expect((await read(second.id)).parent).toBe(0);
      await expect.poll(async () => (await shown()).slice(-3)).toEqual([third.id, first.id, second.id]);
    });

    test("KA01: the lists of the categories above follow a move, and a new name is shown", async () => {
      const [parent, child] = [await create(), await create()];
      await put(hoops.id, { categories: [{ id: child.id }] });
      const listed = async () => {
        const { body } = await shop
          .client()
          .get<{ products: { id: number }[] }>(`/wp-json/product-category/v1/list/?slug=${parent.slug}`);
        return body.products.map(({ id }) => id);
      };
      expect(await listed()).toEqual([]);
      await move(child.id, { parent: parent.id });
      await expect.poll(listed).toEqual([hoops.id]);
      await move(child.id, { parent: 0 });
      await expect.poll(listed).toEqual([]);
      await owner.request("PUT", `${path}/${child.id}`, { translations: { en: { name: "Renamed just now" } } });
      const name = async () =>
        (await shop.client().get<Category[]>(`${path}?slug=${child.slug}&lang=en`)).body[0]?.name;
      await expect.poll(name).toBe("Renamed just now");
    });

    test("KA01: two moves that together form a cycle: the later one is refused", async () => {
      for (let round = 0; round < 5; round++) {
        const [one, two] = [await create(), await create()];
        const results = await Promise.all([move(one.id, { parent: two.id }), move(two.id, { parent: one.id }, other)]);
        expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
        const refused = results.find(({ status }) => status === 400);
        expect(Object.keys(refused?.body.data.params ?? {})).toEqual(["parent"]);
        const parents = [(await read(one.id)).parent, (await read(two.id)).parent];
        expect(parents.filter((parent) => parent === 0)).toHaveLength(1);
      }
    });

    test("KA01: a place below itself, of another parent or too deep is rejected with the field", async () => {
      const top = await create();
      const below = await create({ parent: top.id });
      const lowest = await create({ parent: below.id });
      const sibling = await create();
      const rejected = async (place: object, id = top.id) => {
        const { status, body } = await move(id, place);
        return [status, ...Object.keys(body.data.params ?? {})];
      };
      expect(await rejected({ parent: top.id })).toEqual([400, "parent"]);
      expect(await rejected({ parent: lowest.id })).toEqual([400, "parent"]);
      expect(await rejected({ parent: unknownId })).toEqual([400, "parent"]);
      expect(await rejected({ parent: defaultId })).toEqual([400, "parent"]);
      expect(await rejected({ parent: 0, before: below.id })).toEqual([400, "before"]);
      expect(await rejected({ parent: 0, before: top.id })).toEqual([400, "before"]);
      expect(await rejected({ parent: "x" })).toEqual([400, "parent"]);
      expect(await rejected({})).toEqual([400, "parent"]);
      let deepest = lowest.id;
      for (let depth = 4; depth <= 9; depth++) deepest = (await create({ parent: deepest })).id;
      const pair = await create({ parent: sibling.id });
      expect(await rejected({ parent: deepest }, sibling.id)).toEqual([400, "parent"]);
      expect((await move(pair.id, { parent: deepest })).status).toBe(200);
      expect((await move(unknownId, { parent: 0 })).status).toBe(404);
      expect(await read(top.id)).toMatchObject({ parent: 0 });
    });

    test("KA01: the default category can be neither shown, moved nor deleted", async () => {
      const moved = await move(defaultId, { parent: 0 });
      expect([moved.status, moved.body.code]).toEqual([409, "lianne_invalid_state"]);
      expect((await remove(defaultId, { target: 11 })).status).toBe(409);
      const shownTo = await owner.request<Problem>("PUT", `${path}/${defaultId}`, { kind: "jewelry" });
      expect([shownTo.status, Object.keys(shownTo.body.data.params ?? {})]).toEqual([400, ["kind"]]);
      expect(await shown()).not.toContain(defaultId);
    });

    test("KA02: a category with products is deleted with a target; undo restores it, its place and its products", async () => {
      const [parent, before, target] = [await create(), await create(), await create()];
      const gift = { slug: "gift-box-rings" };
      const gone = await create({ parent: parent.id, gift, menu_order: 7 });
      const child = await create({ parent: gone.id });
      await put(hoops.id, { categories: [{ id: gone.id }] });
      await put(pearls.id, { categories: [{ id: before.id }, { id: gone.id }, { id: target.id }] });
      expect(await usage(gone.id)).toEqual({ products: 2, only_here: 1, children: 1 });

      const without = await remove(gone.id);
      expect([without.status, Object.keys(without.body.data.params ?? {})]).toEqual([400, ["target"]]);
      expect(without.body.message).toContain("2");
      for (const wrong of [gone.id, unknownId])
        expect((await remove(gone.id, { target: wrong })).body.data.params).toHaveProperty("target");

      const deleted = await remove(gone.id, { target: target.id });
      expect([deleted.status, deleted.body.products]).toEqual([200, 2]);
      expect((await read(gone.id)).code).toBe("woocommerce_rest_term_invalid");
      expect((await read(child.id)).parent).toBe(parent.id);
      expect(await categoriesOf(hoops.id)).toEqual([target.id]);
      expect((await categoriesOf(pearls.id)).sort()).toEqual([before.id, target.id].sort());

      expect((await undo(deleted.body.id, other)).status).toBe(410);
      const undone = await undo(deleted.body.id);
      expect([undone.status, undone.body.id]).toEqual([200, gone.id]);
      expect(await read(gone.id)).toMatchObject({ slug: gone.slug, parent: parent.id, menu_order: 7, gift, count: 2 });
      expect((await read(child.id)).parent).toBe(gone.id);
      expect(await categoriesOf(hoops.id)).toEqual([gone.id]);
      expect(await categoriesOf(pearls.id)).toEqual([before.id, gone.id, target.id]);
      expect((await read(target.id)).count).toBe(1);
      expect((await undo(deleted.body.id)).status).toBe(410);
    });

    test("KA02: after 10 seconds, or once its slug is taken, the deletion stays", async () => {
      const late = await create();
      const { body } = await remove(late.id);
      shop.clock.advance(10_001);
      const expired = await undo(body.id);
      expect([expired.status, expired.body.code]).toEqual([410, "lianne_undo_expired"]);
      const taken = await create();
      const deletion = (await remove(taken.id)).body.id;
      await create({ slug: taken.slug });
      expect((await undo(deletion)).status).toBe(409);
    });

    test("KA02: at the same moment a category is deleted once and restored once, and no product is left without one", async () => {
      const [one, two] = [await create(), await create()];
      await put(hoops.id, { categories: [{ id: one.id }] });
      await put(pearls.id, { categories: [{ id: two.id }] });
      const both = await Promise.all([remove(one.id, { target: two.id }), remove(two.id, { target: one.id }, other)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const left = both[0]?.status === 200 ? two.id : one.id;
      expect([await categoriesOf(hoops.id), await categoriesOf(pearls.id)]).toEqual([[left], [left]]);
      const [by, deletion] = both[0]?.status === 200 ? [owner, both[0].body.id] : [other, both[1]?.body.id ?? 0];
      const undone = await Promise.all([undo(deletion, by), undo(deletion, by)]);
      expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 410]);
      expect([await categoriesOf(hoops.id), await categoriesOf(pearls.id)]).toEqual([[one.id], [two.id]]);
      expect([(await read(one.id)).count, (await read(two.id)).count]).toEqual([1, 1]);
    });

    test("KA01, KA02: only roles with products.edit move and delete, and the log names the person", async () => {
      const category = await create();
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(shop, role);
        for (const { status, body } of [
          await move(category.id, { parent: 0 }, browser),
          await remove(category.id, {}, browser),
          await undo(1, browser),
          await browser.call<Problem>("GET", `/categories/${category.id}/usage`),
        ])
          expect([status, body.code, body.data.permission]).toEqual([403, "lianne_forbidden", "products.edit"]);
      }
      const stranger = await shop
        .client()
        .call<Problem>("POST", `/wp-json/lianne-admin/v1/categories/${category.id}/move`, {
          parent: 0,
        });
      expect(stranger.status).toBe(401);
      for (const target of ["x", 0, 1.5, null]) {
        const { status, body } = await remove(category.id, { target });
        expect([status, Object.keys(body.data.params ?? {})], String(target)).toEqual([400, ["target"]]);
      }
      expect([(await remove(unknownId)).status, (await undo(unknownId)).status]).toEqual([404, 410]);
      expect((await owner.call("GET", `/categories/${unknownId}/usage`)).status).toBe(404);
      await move(category.id, { parent: 11 });
      const entries = await shop.db.all<{ actor: string; change: Record<string, unknown> }>(sql`
        select actor, change from audit where object = 'category' and object_id = ${String(category.id)} order by id desc limit 2`);
      expect(entries.some(({ actor, change }) => actor.startsWith("staff:") && "parent_id" in change)).toBe(true);
    });
  });
