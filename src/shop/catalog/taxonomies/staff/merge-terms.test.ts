import { beforeAll, describe, expect, test } from "vitest";
import type { TermMerge } from "#contract/backoffice/taxonomies.ts";
import type { Problem } from "#contract/problem.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { type StaffVisitor, staffMember } from "#fixtures/testing/staff.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const attributes = "/wp-json/wc/v3/products/attributes";
const products = "/wp-json/wc/v3/products";

interface Named {
  id: number;
  name: string;
  slug: string;
}
interface AttributeView extends Named {
  filter: boolean;
}
interface ProductView extends Named {
  attributes: { id: number; options: string[] }[];
  variations: number[];
}
interface VariationView {
  id: number;
  attributes: { id: number; option: string }[];
}
let names = 0;

for (const engine of engines)
  describe(`attributes and terms in the back office on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    let owner: StaffVisitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
      owner = (await staffMember(shop)).browser;
    });
    const merge = (from: number, into: number, dry_run = false, browser = owner) =>
      browser.call<TermMerge & Problem>("POST", "/terms/merge", { from, into, dry_run });
    const createAttribute = async () =>
      (await merchant.post<AttributeView>(attributes, { name: `Màu ${++names}` })).body;
    const createTerm = async (attribute: number, name: string) =>
      (await merchant.post<Named>(`${attributes}/${attribute}/terms`, { name })).body;
    const termsOf = async (attribute: number) =>
      (await merchant.get<Named[]>(`${attributes}/${attribute}/terms?orderby=menu_order&per_page=100`)).body;
    const optionsOf = async (product: number) =>
      (await merchant.get<ProductView>(`${products}/${product}`)).body.attributes.map(({ options }) => options);
    /** A product with one option for each list of terms, and the variations. */
    async function ringOf(choices: [attribute: number, options: string[]][], variations: string[][]) {
      const { body } = await merchant.post<ProductView>(products, {
        name: `Nhẫn ${++names}`,
        type: "variable",
        attributes: choices.map(([id, options]) => ({ id, options, variation: true })),
      });
      const made = [];
      for (const options of variations) {
        const chosen = options.map((option, at) => ({ id: choices[at]?.[0], option }));
        const variation = { attributes: chosen, regular_price: "100000" };
        made.push((await merchant.post<VariationView>(`${products}/${body.id}/variations`, variation)).body);
      }
      return { ...body, made };
    }

    test("KA03: merging moves products and variations, names those with both, and deletes the term", async () => {
      const color = (await createAttribute()).id;
      const size = (await createAttribute()).id;
      const [wrong, right] = [await createTerm(color, "sapphire xanh"), await createTerm(color, "Sapphire")];
      await createTerm(size, "52");
      const ring = await ringOf([[color, ["sapphire xanh"]]], [["sapphire xanh"]]);
      const both = await ringOf(
        [
          [color, ["sapphire xanh", "Sapphire"]],
          [size, ["52", "53"]],
        ],
        [
          ["sapphire xanh", "52"],
          ["Sapphire", "53"],
        ],
      );
      const described = (
        await merchant.post<ProductView>(products, {
          name: "Bông tai tả",
          attributes: [{ id: color, options: ["sapphire xanh"] }],
        })
      ).body;

      const preview = await merge(wrong.id, right.id, true);
      expect(preview.body).toEqual({
        merged: false,
        products: 3,
        variations: 2,
        both: [{ id: both.id, name: both.name }],
        equal: [],
      });
      expect(await termsOf(color)).toHaveLength(2);

      const merged = await merge(wrong.id, right.id);
      expect([merged.status, merged.body.merged, merged.body.products]).toEqual([200, true, 3]);
      expect((await termsOf(color)).map(({ id }) => id)).toEqual([right.id]);
      expect(await optionsOf(ring.id)).toEqual([["Sapphire"]]);
      expect((await optionsOf(both.id))[0]).toEqual(["Sapphire"]);
      expect(await optionsOf(described.id)).toEqual([["Sapphire"]]);
      for (const product of [ring, both])
        for (const { id } of product.made) {
          const { body } = await merchant.get<VariationView>(`${products}/${product.id}/variations/${id}`);
          expect(body.attributes.find((one) => one.id === color)?.option).toBe("Sapphire");
        }
      // the storefront's page of the product
      const shown = async () =>
        (await shop.client().get<ProductView>(`${products}/${described.id}`)).body.attributes[0]?.options;
      await expect.poll(shown).toEqual(["Sapphire"]);
      expect((await merge(wrong.id, right.id)).body.data.params).toHaveProperty("from");
    });

    test("KA03: a merge that would make two variations equal is refused and names both", async () => {
      const color = (await createAttribute()).id;
      const [wrong, right] = [await createTerm(color, "ngọc trai"), await createTerm(color, "Ngọc trai trắng")];
      const choices: [number, string[]][] = [[color, ["ngọc trai", "Ngọc trai trắng"]]];
      const ring = await ringOf(choices, [["ngọc trai"], ["Ngọc trai trắng"]]);
      const ids = ring.made.map(({ id }) => id);
      const preview = await merge(wrong.id, right.id, true);
      expect(preview.body.equal).toMatchObject([{ product: { id: ring.id, name: ring.name } }]);
      expect(preview.body.equal[0]?.variations.map(({ id }) => id).sort()).toEqual(ids);
      const refused = await merge(wrong.id, right.id);
      expect([refused.status, refused.body.code]).toEqual([409, "lianne_equal_variations"]);
      expect(refused.body.message).toContain(ring.name);
      expect(refused.body.data.equal).toEqual(preview.body.equal);
      expect(await termsOf(color)).toHaveLength(2);
      for (const { id } of ring.made)
        expect((await merchant.get(`${products}/${ring.id}/variations/${id}`)).status).toBe(200);
      // once one of them is gone, nothing is lost by the merge
      await merchant.delete(`${products}/${ring.id}/variations/${ids[0]}?force=true`);
      expect((await merge(wrong.id, right.id)).body.merged).toBe(true);
    });

    test("KA03: two merges into each other: one happens, and a term remains", async () => {
      const color = (await createAttribute()).id;
      const [one, two] = [await createTerm(color, "Đỏ"), await createTerm(color, "đo đỏ")];
      const results = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)]);
      expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await termsOf(color)).toHaveLength(1);
    });

    test("KA03: one merge sent twice at the same moment happens once; a variation that is sold keeps its id", async () => {
      const color = (await createAttribute()).id;
      const [wrong, right] = [await createTerm(color, "Lục"), await createTerm(color, "Xanh lục")];
      const ring = await ringOf([[color, [wrong.name]]], [[wrong.name]]);
      const both = await Promise.all([merge(wrong.id, right.id), merge(wrong.id, right.id)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const variation = await merchant.get<VariationView>(`${products}/${ring.id}/variations/${ring.made[0]?.id}`);
      expect(variation.body.attributes).toMatchObject([{ id: color, option: right.name }]);
    });

    test("KA03: terms that cannot be merged are rejected with the field", async () => {
      const [color, size] = [(await createAttribute()).id, (await createAttribute()).id];
      const [red, large] = [await createTerm(color, "Đỏ"), await createTerm(size, "Lớn")];
      const fieldsOf = async (from: number, into: number) => {
        const { status, body } = await merge(from, into);
        return [status, ...Object.keys(body.data.params ?? {})];
      };
      expect(await fieldsOf(red.id, red.id)).toEqual([400, "into"]);
      expect(await fieldsOf(red.id, large.id)).toEqual([400, "into"]);
      expect(await fieldsOf(red.id, 99_999_999)).toEqual([400, "into"]);
      expect(await fieldsOf(99_999_999, red.id)).toEqual([400, "from"]);
      const wrong: [object, string][] = [
        [{ from: red.id, dry_run: false }, "into"],
        [{ from: red.id, into: large.id }, "dry_run"],
        [{ from: "x", into: large.id, dry_run: true }, "from"],
        [{ from: red.id, into: 1.5, dry_run: true }, "into"],
      ];
      for (const [own, field] of wrong) {
        const { status, body } = await owner.call<Problem>("POST", "/terms/merge", own);
        expect([status, Object.keys(body.data.params ?? {})]).toEqual([400, [field]]);
      }
      for (const role of ["packer", "accountant"] as const) {
        const { browser } = await staffMember(shop, role);
        for (const dryRun of [true, false]) {
          const { status, body } = await merge(red.id, large.id, dryRun, browser);
          expect([status, body.data.permission]).toEqual([403, "products.edit"]);
        }
        const terms = await browser.call<Problem>("PUT", `/attributes/${color}/terms/order`, { ids: [red.id] });
        const all = await browser.call<Problem>("PUT", "/attributes/order", { ids: [color] });
        expect([terms.body.data.permission, all.body.data.permission]).toEqual(["products.edit", "products.edit"]);
      }
      expect(await termsOf(color)).toHaveLength(1);
    });

    test("KA03: attributes and terms are brought in an order, all of them at once", async () => {
      const { id } = await createAttribute();
      const terms = [await createTerm(id, "Một"), await createTerm(id, "Hai"), await createTerm(id, "Ba")];
      const ids = terms.map((term) => term.id).reverse();
      const order = (list: number[], attribute = id) =>
        owner.call<Problem>("PUT", `/attributes/${attribute}/terms/order`, { ids: list });
      expect((await order(ids)).status).toBe(200);
      expect((await termsOf(id)).map((term) => term.id)).toEqual(ids);
      expect((await order(ids.slice(1))).status).toBe(409);
      expect((await order([...ids.slice(1), ids[1] ?? 0])).status).toBe(409);
      expect((await order(ids, 99_999_999)).status).toBe(404);
      expect((await order([])).status).toBe(400);

      const all = (await merchant.get<Named[]>(attributes)).body.map((one) => one.id).reverse();
      expect((await owner.call("PUT", "/attributes/order", { ids: all })).status).toBe(200);
      expect((await merchant.get<Named[]>(attributes)).body.map((one) => one.id)).toEqual(all);
      await owner.call("PUT", "/attributes/order", { ids: all.reverse() });
      const missing = await owner.call<Problem>("PUT", "/attributes/order", { ids: all.slice(1) });
      expect([missing.status, missing.body.code]).toEqual([409, "lianne_invalid_state"]);
    });

    test("KA03: shoppers filter by type and gemstone unless that is switched off; by no other attribute", async () => {
      const list = (await merchant.get<AttributeView[]>(attributes)).body;
      const gemstone = list.find(({ slug }) => slug === "pa_gemstone")?.id ?? 0;
      const set = (id: number, filter: boolean) =>
        owner.request<AttributeView & Problem>("PUT", `${attributes}/${id}`, { filter });
      const shown = async () =>
        (await shop.client().get<AttributeView[]>(attributes)).body.find(({ id }) => id === gemstone)?.filter;
      expect((await set(gemstone, false)).body.filter).toBe(false);
      await expect.poll(shown).toBe(false);
      expect((await set(gemstone, true)).body.filter).toBe(true);
      await expect.poll(shown).toBe(true);

      const other = await createAttribute();
      const refused = await set(other.id, true);
      expect([refused.status, Object.keys(refused.body.data.params ?? {})]).toEqual([400, ["filter"]]);
      expect((await set(other.id, false)).status).toBe(200);
      const renamed = await owner.request<Problem>("PUT", `${attributes}/${gemstone}`, { slug: "pa_stone" });
      expect(Object.keys(renamed.body.data.params ?? {})).toEqual(["slug"]);
    });
  });
