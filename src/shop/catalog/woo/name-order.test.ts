import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const root = "/wp-json/wc/v3";
/** In Vietnamese order: ă, â, đ, ê, ô, ơ, ư are characters of their own, and tones decide between equal characters. */
const names = [
  ...["a", "à", "ả", "ã", "á", "ạ", "an", "ă", "ắn", "â", "ấn", "da", "dy", "Đa", "đá", "đo", "en", "ê", "ê a", "hoa"],
  ...[
    "hoà",
    "hoạ",
    "hoa đỏ",
    "hô",
    "hở",
    "hợp",
    "nhẫn bạc hoa",
    "Nhẫn bạc hở",
    "o",
    "ô",
    "ơ",
    "u",
    "ư",
    "ỷ lại",
    "yên",
  ],
].map((name) => `zz ${name}`);

for (const engine of engines)
  describe(`names on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false, env: httpsEnv });
      merchant = await merchantOf(shop);
    });
    const shuffled = names.toSorted(
      (one, other) => ((one.length * 7) % 5) - ((other.length * 7) % 5) || (one < other ? 1 : -1),
    );

    test.each([
      ["products", "title", { type: "simple", regular_price: "100000", status: "publish" }],
      ["products/categories", "name", {}],
      ["products/tags", "name", {}],
      ["products/attributes/1/terms", "name", {}],
    ])("of %s are sorted in Vietnamese order", async (path, orderby, fields) => {
      if (path.includes("attributes")) await merchant.post(`${root}/products/attributes`, { name: "Đá" });
      const attributes = (await merchant.get<{ id: number }[]>(`${root}/products/attributes`)).body;
      const url = `${root}/${path.replace("attributes/1", `attributes/${attributes[0]?.id}`)}`;
      for (const name of shuffled) {
        const response = await merchant.post(url, { name, ...fields });
        expect(response.status, response.text).toBe(201);
      }
      for (const order of ["asc", "desc"]) {
        const list = `${url}?orderby=${orderby}&order=${order}&per_page=100`;
        const { body } = await merchant.get<{ name: string }[]>(list);
        const found = body.map(({ name }) => name).filter((name) => name.startsWith("zz "));
        expect(found).toEqual(order === "asc" ? names : names.toReversed());
      }
    });
  });
