import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import type { Visitor } from "#fixtures/testing/visitor.ts";

const products = "/wp-json/wc/v3/products";
const dates = ["0000-01-01T00:00:00", "0001-01-01T00:00:00", "0999-12-31T00:00:00", "1000-01-01T00:00:00+14:00"];
const fields = ["date_created", "date_created_gmt", "date_on_sale_from", "date_on_sale_to_gmt"];

for (const engine of engines)
  describe(`dates and names that no client means, on ${engine.name}`, () => {
    let shop: TestShop;
    let merchant: Visitor;
    beforeAll(async () => {
      shop = await openShop(engine, { env: httpsEnv });
      merchant = await merchantOf(shop);
    });

    test.each(dates.flatMap((date) => fields.map((field) => [date, field] as const)))(
      "the date %s is rejected as %s",
      async (date, field) => {
        const body = { name: "Nhẫn", regular_price: "10000", [field]: date };
        expect(await merchant.post(products, body)).toMatchObject({
          status: 400,
          body: { code: "rest_invalid_param", data: { params: { [field]: expect.stringContaining("1000 to 9999") } } },
        });
      },
    );

    test.each(["products", "products/101/variations", "orders"])("%s are filtered by any date", async (list) => {
      const count = async (query: string) => {
        const response = await merchant.get<unknown[]>(`/wp-json/wc/v3/${list}?per_page=100&${query}`);
        return response.status === 200 ? response.body.length : response.body;
      };
      const all = await count("");
      for (const date of ["0000-01-01", "0001-01-01T00:00:00", "-200000-01-01T00:00:00Z", "1000-01-01"])
        for (const gmt of ["", "&dates_are_gmt=true"]) {
          expect(await count(`after=${date}${gmt}`), date).toBe(all);
          expect(await count(`before=${date}${gmt}`), date).toBe(0);
        }
      expect(await count("before=9999-12-31T23:59:59")).toBe(all);
      for (const date of ["10000-01-01", "%2B275000-01-01T00:00:00Z", "constructor"])
        expect(await count(`after=${date}`), date).toMatchObject({ data: { params: { after: "Invalid date." } } });
    });

    test("a parameter named as an object's property is ignored", async () => {
      const read = await merchant.get<unknown[]>(
        `${products}?constructor[]=1&__proto__[]=1&toString[]=2&include[]=101`,
      );
      expect(read).toMatchObject({ status: 200, body: [{ id: 101 }] });
      expect(await merchant.get(`${products}?virtual=constructor`)).toMatchObject({ status: 400 });
    });
  });
