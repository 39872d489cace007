import type { z } from "zod";
import { maxCounted } from "#contract/list-rules.ts";
import type { ListFilters, OrderCountsQuery } from "#contract/woo/order-filters.ts";
import type { OrderCounts } from "#contract/order-workflow.ts";
import { isFinalStage, type Stage, stages } from "#contract/stages.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { listConditions, narrowMatches, narrowOrders } from "#shop/orders/index.ts";

/** Number of orders by stage that match the filters, each up to one more than {@link maxCounted}: larger ones would take too long to count. */
export async function countOrders(
  reader: Reader,
  filters: z.output<typeof OrderCountsQuery>,
  now: Date,
): Promise<OrderCounts> {
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const narrow = narrowOrders(filters);
  const conditions = (of: ListFilters): Sql => join(listConditions(of, now), " and ");
  const matching = (stage: Stage): Sql => {
    // without filters the index of the stages is sufficient; orders in the trash are in the stage `closed`, too
    if (!isFiltered) return sql`order_workflow w where w.stage = ${stage}`;
    if (narrow && isFinalStage(stage))
      return narrowMatches(narrow.ids, sql`w.stage = ${stage} and ${conditions(narrow.others)}`);
    return sql`order_workflow w join orders o on o.id = w.order_id where w.stage = ${stage} and ${conditions(filters)}`;
  };
  const parts = stages.map(
    (stage) => sql`
      select ${stage}::text stage, count(*)::integer count
      from (select from ${matching(stage)} limit ${maxCounted + 1}) m`,
  );
  const rows = await reader.all<{ stage: Stage; count: number }>(join(parts, " union all "));
  const counts = new Map(rows.map(({ stage, count }) => [stage, count]));
  return Object.fromEntries(stages.map((stage) => [stage, counts.get(stage) ?? 0])) as OrderCounts;
}
