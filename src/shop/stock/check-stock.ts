import { setTimeout as pause } from "node:timers/promises";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";

/** A stock that differs from the sum of its movements. */
export interface StockDeviation {
  stockId: number;
  quantity: number;
  /** the sum of its movements */
  moved: number;
}

/** Stocks compared by one statement: far below 100 ms, in which the embedded database serves no request. */
const pageSize = 500;
const pauseMs = 20;

/** Compares every stock with the sum of its movements, a page at a time. @returns the stocks that differ, by id */
export async function findStockDeviations(db: Db): Promise<StockDeviation[]> {
  const deviations: StockDeviation[] = [];
  for (let last = 0; ; ) {
    const page = await db.all<StockDeviation>(sql`
      select s.id "stockId", s.quantity, coalesce(m.moved, 0)::integer moved
      from (select id, quantity from stock where id > ${last} order by id limit ${pageSize}) s
        left join lateral (select sum(quantity) moved from stock_movement where stock_id = s.id) m on true
      order by s.id`);
    deviations.push(...page.filter(({ quantity, moved }) => quantity !== moved));
    last = page.at(-1)?.stockId ?? last;
    if (page.length < pageSize) return deviations;
    await pause(pauseMs);
  }
}

/** Logs each stock that differs from the sum of its movements. */
export async function checkStock({ db, log }: Pick<AppContext, "db" | "log">): Promise<void> {
  for (const deviation of await findStockDeviations(db))
    log.error(deviation, "stock differs from the sum of its movements: see `stock check`");
}
