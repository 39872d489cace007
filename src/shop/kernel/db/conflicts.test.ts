import { describe, expect, test } from "vitest";
import { hoops } from "#fixtures/testing/cod-order.ts";
import { bothEngines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { sql, type Tx } from "./database.ts";

const noTag = 99_999;
const tag = (tx: Tx, id: number) =>
  tx.run(sql`insert into product_tag (product_id, tag_id) values (${hoops.id}, ${id})`);

for (const engine of bothEngines)
  describe(`a transaction that conflicts with a concurrent delete, on ${engine.name}`, () => {
    test("is retried", async () => {
      const { db } = await openShop(engine);
      let tries = 0;
      const work = async (tx: Tx) => {
        tries++;
        // the first try references a row that another transaction has deleted
        const [row] = tries === 1 ? [{ id: noTag }] : await tx.all<{ id: number }>(sql`select id from tag limit 1`);
        return row ? tag(tx, row.id) : "no tag";
      };
      expect(await db.transaction(work)).toBe("no tag");
      expect(tries).toBe(2);
    });

    test("fails after three tries", async () => {
      const { db } = await openShop(engine);
      let tries = 0;
      const work = (tx: Tx) => {
        tries++;
        return tag(tx, noTag);
      };
      await expect(db.transaction(work)).rejects.toMatchObject({ code: "23503" });
      expect(tries).toBe(3);
    });
  });
