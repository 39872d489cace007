import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { exported, failures, imported, outcomes } from "#fixtures/testing/product-files.ts";
import { sql } from "../../kernel/database.ts";

const lines = (...all: string[]): string => `${all.join("\n")}\n`;
const choices = (db: TestShop["db"], sku: string) =>
  db.all<{ name: string; value: string }>(sql`
    select a.name ->> 'vi' "name", t.name ->> 'vi' "value" from variation v join variation_option o on o.variation_id = v.id
      join attribute a on a.id = o.attribute_id join term t on t.id = o.term_id where v.sku = ${sku} order by 1`);

for (const engine of engines)
  describe(`what a file does not speak of, on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine, { seed: false });
    });

    test("variations keep their choices where their product's line comes alone, of attributes of its own too", async () => {
      const head =
        "Type,SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Attribute 2 name,Attribute 2 value(s),Attribute 2 global";
      const product = 'variable,K-1,Nhẫn,,,Khắc chữ,"Có, Không",0,Cỡ,"S, M",1';
      const made = await imported(shop, lines(head, product, "variation,K-1-S,,K-1,1000,Khắc chữ,Có,0,Cỡ,S,1"));
      expect(failures(made)).toEqual([]);
      const before = await choices(shop.db, "K-1-S");
      expect(before).toEqual([
        { name: "Cỡ", value: "S" },
        { name: "Khắc chữ", value: "Có" },
      ]);
      const alone = await imported(shop, lines(head, product.replace("Nhẫn", "Nhẫn mới")));
      expect(outcomes(alone)).toEqual(["updated"]);
      expect(await choices(shop.db, "K-1-S")).toEqual(before);
    });
  });
