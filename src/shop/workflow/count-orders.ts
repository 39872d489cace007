import type { z } from "zod";
import type { OrderCountsQuery } from "#contract/backoffice/order-filters.ts";
import type { OrderCounts } from "#contract/backoffice/orders.ts";
import { type Stage, stages } from "#contract/backoffice/stages.ts";
import { join, type Reader, sql } from "#shop/kernel/db/database.ts";
import { orderConditions } from "#shop/orders/index.ts";

/** Number of orders by stage that match the filters. Without filters it is read from the index of the stages alone. */
export async function countOrders(reader: Reader, filters: z.output<typeof OrderCountsQuery>): Promise<OrderCounts> {
  const conditions = orderConditions(filters);
  const matching =
    conditions.length === 0
      ? sql`true`
      : sql`s.order_id in (select o.id from orders o where ${join(conditions, " and ")})`;
  const rows = await reader.all<{ stage: Stage; count: number }>(
    sql`select s.stage, count(*)::integer count from order_workflow s where ${matching} group by s.stage`,
  );
  const counts = new Map(rows.map(({ stage, count }) => [stage, count]));
  return Object.fromEntries(stages.map((stage) => [stage, counts.get(stage) ?? 0])) as OrderCounts;
}
