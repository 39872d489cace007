import { OrderListQuery } from "#contract/backoffice/order-list.ts";
import { OrderCountsQuery } from "#contract/woo/order-filters.ts";
import { type Db, sql } from "#shop/kernel/db/database.ts";
import { countOrders } from "#shop/workflow/count-orders.ts";
import { listOrderRows } from "#shop/workflow/list-orders.ts";
import { type FigureRow, maximum } from "./row.ts";

const runs = 15;
/** as many executions of a prepared statement are planned each time; the database then decides on a plan for all further ones */
const warmUps = 6;

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < warmUps + runs; run += 1) {
    const start = performance.now();
    await work();
    if (run >= warmUps) times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[runs >> 1] ?? Number.NaN;
}

/** The categories with the largest and the smallest number of order lines. */
async function categories(db: Db): Promise<{ largest: number; smallest: number }> {
  const found = await db.all<{ id: number }>(sql`
    select c.category_id id from product_category c join order_line l on l.product_id = c.product_id
    group by 1 order by count(*) desc, 1`);
  return { largest: found[0]?.id ?? 0, smallest: found.at(-1)?.id ?? 0 };
}

/** Time of a page of the back office's order list by filter, and of the numbers in its tabs: the median, with the driver and without HTTP. */
export async function orderListTimes(db: Db, stored: number): Promise<FigureRow[]> {
  const { largest, smallest } = await categories(db);
  const lists: [query: string, maxMs: number][] = [
    ["", 30],
    ["stage=to_pack", 30],
    [`category=${largest}`, 30],
    [`category=${smallest}`, 30],
    [`category=${smallest}&stage=completed`, 30],
    ["first_order=true", 30],
    ["first_order=false", 30],
    ["has_note=true", 30],
    ["gift=true", 30],
    ["province=Hà Nội", 30],
    ["search=nguyễn", 60],
    ["search=khách 7", 60],
    ["search=123456 nguyễn huệ", 60],
  ];
  const rows: FigureRow[] = [];
  const add = (name: string, value: number, max: number): void => {
    const targets = [maximum(value, max, "ms")];
    rows.push({ group: "back office", name, engine: "PostgreSQL", value, unit: "ms", targets });
  };
  const now = new Date();
  for (const [text, maxMs] of lists) {
    const given = Object.fromEntries(new URLSearchParams(text));
    const query = OrderListQuery.parse(given);
    const { total } = await listOrderRows(db, query, { lang: "vi", now });
    const page = await medianMs(() => listOrderRows(db, query, { lang: "vi", now }));
    add(`order list of ${stored}, ${text || "all"} (${total})`, page, maxMs);
    if ("search" in given || "stage" in given) continue;
    const counts = OrderCountsQuery.parse(given);
    add(`order counts of ${stored}, ${text || "all"}`, await medianMs(() => countOrders(db, counts, now)), maxMs);
  }
  return rows;
}
