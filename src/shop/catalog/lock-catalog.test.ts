import { expect, test } from "vitest";
import { bothEngines } from "#fixtures/testing/engines.ts";
import { httpsEnv, merchantOf } from "#fixtures/testing/merchant.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";
import { sql } from "#shop/kernel/db/database.ts";

const products = "/wp-json/wc/v3/products";
/** the server reports its statistics (the number of deadlocks) within this time */
const notifiedWithinMs = 1500;

// PGlite has a single connection, so nothing waits there
for (const engine of bothEngines.filter(({ name }) => name === "PostgreSQL"))
  test("programs that move products in opposite orders never deadlock", async () => {
    const shop = await openShop(engine, { env: httpsEnv });
    const merchant = await merchantOf(shop);
    const [from, to] = [11, 12];
    const ids = Array.from({ length: 16 }, (_, index) => 101 + index);
    // with different sales, so that their positions in the lists are far apart and no other lock is shared
    await shop.db.write(
      sql`update product set total_sales = (id - 100) * (id - 100) where id = any(${ids}::integer[])`,
    );
    const move = (round: number) => (id: number) =>
      merchant.put(`${products}/${id}`, {
        categories: (id + round) % 2 === 0 ? [{ id: from }] : [{ id: to }],
        attributes: [{ id: 1, options: [(id + round) % 2 === 0 ? "Ruby" : "Opal"] }],
      });
    for (let round = 0; round < 2; round++) {
      const responses = await Promise.all(ids.map(move(round)));
      expect(responses.map(({ status }) => status)).toEqual(ids.map(() => 200));
    }
    await new Promise((resolve) => setTimeout(resolve, notifiedWithinMs));
    const circles = sql`select deadlocks from pg_stat_database where datname = current_database()`;
    expect(await shop.db.one(circles)).toEqual({ deadlocks: 0 });
    const wrong = sql`select id from category c where product_count <> (select count(*) from listing where category_id = c.id)`;
    expect(await shop.db.all(wrong)).toEqual([]);
  });
