import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop, type TestShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

for (const engine of engines)
  describe(`references to staff accounts on ${engine.name}`, () => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await openShop(engine);
    });

    test("each has an index, so that the deletion of an account reads no whole table", async () => {
      const references = await shop.db.all<{ name: string; indexed: boolean }>(sql`
        select r.conrelid::regclass || '.' || a.attname "name",
          exists (select from pg_index i where i.indrelid = r.conrelid and i.indkey[0] = a.attnum and i.indisvalid
            and coalesce(pg_get_expr(i.indpred, i.indrelid), '(' || a.attname || ' IS NOT NULL)') = '(' || a.attname || ' IS NOT NULL)') indexed
        from pg_constraint r join pg_attribute a on a.attrelid = r.conrelid and a.attnum = r.conkey[1]
        where r.contype = 'f' and r.confrelid = 'staff'::regclass order by 1`);
      expect(references.length).toBeGreaterThan(30);
      expect(references.flatMap(({ name, indexed }) => (indexed ? [] : [name]))).toEqual([]);
    });
  });
