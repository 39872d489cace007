import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Permission } from "#contract/permissions.ts";
import { type Today, type TodayQueue, todayQueues } from "#contract/order-workflow.ts";
import type { OrderFilters } from "#contract/woo/order-filters.ts";
import { wooDates } from "#contract/dates.ts";
import type { Dong } from "#contract/money.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { readSettings } from "#shop/kernel/settings/settings.ts";
import { isFailedJob } from "#shop/kernel/jobs/failed-jobs.ts";
import { countRefundRequests, orderConditions } from "#shop/orders/index.ts";
import { countOpenBankRefunds, countOpenTransfers } from "#shop/payments/index.ts";
import { countLowStock } from "#shop/stock/index.ts";
import { queueLevel, startOfDay } from "./today-levels.ts";
import { defaultTodayHours, type TodayHours, todaySettings } from "./today-settings.ts";

interface Queue {
  /** what a role needs to act on its items */
  permission: Permission;
  /** page with the list, relative to `/admin` */
  href: string;
  /** statement with the number of its items and the time of the oldest */
  count: (now: Date) => Sql;
}

/** Counts the orders that the list returns with the same filters. */
const countOf = (filters: OrderFilters, now: Date): Sql => sql`
  select count(*)::integer, min(s.stage_since) from orders o join order_workflow s on s.order_id = o.id
  where ${join(orderConditions(filters, now), " and ")}`;

const failedJobs = sql`select count(*)::integer, min(failed_at) from outbox where ${isFailedJob}`;

const ordersQueue = (permission: Permission, page: "orders" | "pack" | "manifests", filters: OrderFilters): Queue => ({
  permission,
  href: `/${page}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`,
  count: (now) => countOf(filters, now),
});

const queues: Record<TodayQueue, Queue> = {
  delivery_problem: ordersQueue("parcels.manage", "orders", { stage: ["delivery_problem"] }),
  needs_review: ordersQueue("orders.confirm", "orders", { stage: ["needs_review"] }),
  to_confirm: ordersQueue("orders.confirm", "orders", { stage: ["to_confirm"], unreachable: false }),
  unreachable: ordersQueue("orders.confirm", "orders", { stage: ["to_confirm"], unreachable: true }),
  to_pack: ordersQueue("pack", "pack", { stage: ["to_pack"] }),
  to_hand_over: ordersQueue("pack", "manifests", { stage: ["to_hand_over"] }),
  // completes them
  to_collect: ordersQueue("orders.cancel", "orders", { stage: ["to_collect"] }),
  // its scanner opens the parcel
  to_inspect: { ...ordersQueue("parcels.manage", "orders", { stage: ["to_inspect"] }), href: "/returns" },
  low_stock: { permission: "stock.receive", href: "/stock/low", count: countLowStock },
  failed_jobs: { permission: "jobs.manage", href: "/jobs", count: () => failedJobs },
  refund_requests: { permission: "refunds.approve", href: "/refund-requests", count: () => countRefundRequests },
  bank_transfers: { permission: "money.reconcile", href: "/money/transfers", count: () => countOpenTransfers },
  bank_refunds: { permission: "money.reconcile", href: "/money/transfers", count: () => countOpenBankRefunds },
};

interface QueueRow {
  name: TodayQueue;
  count: number;
  oldest: Date | null;
}

/** The queues of a role, in one statement. */
async function readQueues(reader: Reader, permissions: readonly Permission[], now: Date): Promise<QueueRow[]> {
  const own = todayQueues.filter((name) => permissions.includes(queues[name].permission));
  if (own.length === 0) return [];
  const parts = own.map(
    (name) => sql`select ${name}::text "name", q.count, q.oldest from (${queues[name].count(now)}) q (count, oldest)`,
  );
  return reader.all<QueueRow>(join(parts, " union all "));
}

interface DayRow {
  orders: number;
  value: Dong;
  paid: Dong;
  heldByCarriers: Dong;
}

/** Cash counts as received when the shop has it: at pickup by the customer, or by other methods when it is paid. */
const readDay = (reader: Reader, from: Date): Promise<DayRow | undefined> =>
  reader.one<DayRow>(sql`
    select d.orders, d.value,
      (select coalesce(sum(p.amount), 0)::bigint from payment p join orders o on o.id = p.order_id
        where p.status = 'succeeded' and p.settled_at >= ${from} and (p.method <> ${codMethodId} or o.shipping_method = 'local_pickup')) paid,
      (select coalesce(sum(cod_amount), 0)::bigint from parcel
        where status = 'delivered' and cod_amount > 0 and cod_transferred_at is null) "heldByCarriers"
    from (select count(*)::integer orders, coalesce(sum(total), 0)::bigint "value" from orders
      where created_at >= ${from} and status not in ('cancelled', 'failed', 'trash')) d`);

async function readHours(reader: Reader): Promise<TodayHours> {
  const set = await readSettings(reader, Object.values(todaySettings));
  const hoursOf = (key: keyof TodayHours) => set.get(todaySettings[key].name) ?? defaultTodayHours[key];
  const keys = Object.keys(todaySettings) as (keyof TodayHours)[];
  return Object.fromEntries(keys.map((key) => [key, hoursOf(key)])) as TodayHours;
}

/** The open work on which a role can act, without empty queues. Roles that see no prices get no amounts. */
export async function readToday(reader: Reader, permissions: readonly Permission[], now: Date): Promise<Today> {
  const from = startOfDay(now);
  const [hours, rows, day] = await Promise.all([
    readHours(reader),
    readQueues(reader, permissions, now),
    permissions.includes("orders.view") ? readDay(reader, from) : undefined,
  ]);
  return {
    at: now.toISOString(),
    day: day
      ? {
          date: wooDates(now).local.slice(0, 10),
          orders: day.orders,
          value: day.value,
          paid: day.paid,
          held_by_carriers: day.heldByCarriers,
        }
      : null,
    queues: rows.flatMap(({ name, count, oldest }) =>
      count === 0
        ? []
        : [
            {
              ...{ name, count, oldest_at: oldest?.toISOString() ?? null },
              level: queueLevel(name, oldest, { hours, now }),
              href: queues[name].href,
            },
          ],
    ),
    setup_steps: [],
  };
}
