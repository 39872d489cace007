import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { failures, imported, outcomes } from "#fixtures/testing/product-files.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { importProducts } from "./import-products.ts";

for (const engine of engines)
  describe(`lines that are retried one by one, on ${engine.name}`, () => {
    test("a variation rejected by the database does not remove its siblings or their new product", async () => {
      const shop = await openShop(engine, { seed: false });
      await imported(shop, "Type,SKU,Name\nvariable,O-1,Khác\n");
      const path = join(await mkdtemp(join(tmpdir(), "lianne-apart-")), "products.csv");
      await writeFile(
        path,
        `ID,Type,SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global
88001,variable,A-1,Nhẫn,,,Cỡ,"S, M",1
88002,variation,A-1-S,,A-1,1000,Cỡ,S,1
88003,variation,A-1-M,,A-1,2000,Cỡ,M,1
`,
      );
      let taken = false;
      // an id that was free when the file was scanned has been taken since
      const transaction: Db["transaction"] = async (work) => {
        if (!taken)
          await shop.db.write(
            sql`insert into variation (id, product_id, stock_id) select 88002, id, stock_id from product where sku = 'O-1'`,
          );
        taken = true;
        return shop.db.transaction(work);
      };
      const db: Db = Object.assign(Object.create(shop.db), { transaction });
      const done = await importProducts({ ...shop.shop, db }, path, { dryRun: false, strict: false });
      expect(outcomes(done)).toEqual(["created", "failed", "created"]);
      expect(failures(done)).toEqual([expect.stringMatching(/^3 : The database does not take it: duplicate key/)]);
    });
  });
