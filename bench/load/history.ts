import { systemClock } from "#shop/kernel/base/clock.ts";
import { readConfig } from "#shop/kernel/base/config.ts";
import { type Db, type Sql, sql } from "#shop/kernel/db/database.ts";
import { orderHistory } from "#shop/orders/order-history.ts";
import { selfServiceOf } from "#shop/self-service/index.ts";
import { maximum, type FigureRow } from "./row.ts";

interface Explained {
  "QUERY PLAN": [{ "Planning Time": number; "Execution Time": number }];
}

/** The database's time for one page of a customer's orders: planning and execution, the median of several customers. */
export async function historyTime(db: Db, customerIds: readonly number[], stored: number): Promise<FigureRow> {
  const times: number[] = [];
  for (const customerId of customerIds.slice(0, 40)) {
    let spent = 0;
    const explain = async (statement: Sql): Promise<void> => {
      const [plan] = await db.all<Explained>(sql`explain (analyze, timing off, format json) ${statement}`);
      const { "Planning Time": planning, "Execution Time": running } = plan?.["QUERY PLAN"][0] ?? {
        "Planning Time": 0,
        "Execution Time": 0,
      };
      spent += planning + running;
    };
    const explaining: Db = {
      ...db,
      one: async <R>(statement: Sql) => {
        await explain(statement);
        return db.one<R>(statement);
      },
      all: async <R>(statement: Sql) => {
        await explain(statement);
        return db.all<R>(statement);
      },
    };
    const shop = { db: explaining, config: readConfig({}, () => "x".repeat(32)), clock: systemClock };
    await orderHistory(shop, { customerId, page: 1, lang: "vi", selfServiceOf: selfServiceOf(explaining) });
    times.push(spent);
  }
  const value = times.sort((one, other) => one - other)[times.length >> 1] ?? Number.NaN;
  return {
    ...{ group: "writes", name: `order history, a page of ${stored} orders`, engine: "PostgreSQL" },
    ...{ value, unit: "ms of database time", targets: [maximum(value, 5, "ms")] },
  };
}
