import { type CalendarDay, calendarDayOf } from "#contract/calendar-days.ts";
import { type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import type { OrderListener } from "#shop/orders/index.ts";
import { computePromise } from "./compute-promise.ts";
import { loadPromiseConfig } from "./promise-settings.ts";
import type { DeliveryPromise } from "./promise-delivery.ts";
import type { PromiseBasis } from "./transit.ts";

/** The days of a promise; both days of a pickup are the day from which the order is ready. */
interface PromisedDays {
  from: CalendarDay;
  by: CalendarDay;
}

export const promisedDays = ({ arrival, ready }: Pick<DeliveryPromise, "arrival" | "ready">): PromisedDays =>
  arrival ? { from: arrival.earliest, by: arrival.latest } : { from: ready, by: ready };

/** The insert of a promise, as a part of a statement. @param order a subquery or table with the order's `id` */
export function insertPromise(order: Sql, promise: DeliveryPromise): Sql {
  const { from, by } = promisedDays(promise);
  const { transit, workDays } = promise;
  const basis: PromiseBasis = transit?.basis ?? "policy";
  return sql`
    insert into order_promise (order_id, promised_from, promised_by, shown_by, measured_by, promise_basis, destination_group, work_days,
      transit_min, transit_max)
    select id, ${from}::date, ${by}::date, ${by}::date, ${by}::date, ${basis}, ${transit?.group ?? null}, ${workDays}::integer,
      ${transit?.days.min ?? null}::integer, ${transit?.days.max ?? null}::integer
    from ${order}`;
}

/** Whether the merchant has promised an order another day, of which its customer was emailed. @param orderId a column */
const isChanged = (orderId: Sql): Sql => sql`exists (select from promise_change c where c.order_id = ${orderId})`;

/**
 * Stores the promise of a resumed order, or of another address, in place of the earlier one. A later day that the merchant has promised
 * stays: it has a reason that the computation does not know.
 */
export async function replacePromise(tx: Tx, orderId: number, promise: DeliveryPromise): Promise<void> {
  const by = sql`case when ${isChanged(sql`order_promise.order_id`)}
    then greatest(order_promise.promised_by, excluded.promised_by) else excluded.promised_by end`;
  await tx.run(sql`
    ${insertPromise(sql`(select ${orderId}::integer id) o`, promise)}
    on conflict (order_id) do update set promised_by = ${by},
      promised_from = case when excluded.transit_min is null then ${by} else excluded.promised_from end,
      shown_by = excluded.shown_by, measured_by = excluded.measured_by, promise_basis = excluded.promise_basis,
      destination_group = excluded.destination_group, work_days = excluded.work_days, transit_min = excluded.transit_min,
      transit_max = excluded.transit_max, promise_version = order_promise.promise_version + 1, notified_by = null`);
}

interface PromiseRow {
  by: CalendarDay;
  workDays: number;
  transitMin: number | null;
  transitMax: number | null;
  isChanged: boolean;
}

const readPromise = (reader: Reader, orderId: number): Promise<PromiseRow | undefined> =>
  reader.one<PromiseRow>(sql`
    select promised_by::text "by", work_days "workDays", transit_min "transitMin", transit_max "transitMax",
      ${isChanged(sql`p.order_id`)} "isChanged"
    from order_promise p where order_id = ${orderId}`);

/**
 * Computes the promise of an order again from its payment or confirmation, with the transit that it was placed with. An earlier day changes
 * nothing: no promise is shortened. A day that the merchant has promised stays while it can be met: until the order was paid or confirmed after
 * that day. What the shop is measured by is postponed in any case.
 */
async function postponePromise(tx: Tx, orderId: number, begunAt: Date): Promise<void> {
  const stored = await readPromise(tx, orderId);
  if (!stored) return;
  const { by, workDays, transitMin: min, transitMax: max } = stored;
  const transit = min === null || max === null ? null : { min, max };
  const { rules } = await loadPromiseConfig(tx);
  const days = promisedDays(computePromise(rules, { now: begunAt, workDays, transit }));
  if (stored.isChanged && by >= calendarDayOf(begunAt)) {
    await tx.run(sql`
      update order_promise set measured_by = greatest(measured_by, ${days.by}::date) where order_id = ${orderId}`);
    return;
  }
  if (days.by <= by) return;
  await tx.run(sql`
    update order_promise set promised_from = ${days.from}::date, promised_by = ${days.by}::date, measured_by = ${days.by}::date,
      promise_version = promise_version + 1, notified_by = null
    where order_id = ${orderId}`);
}

/**
 * An order that is paid, or confirmed by its customer or a staff member, later than it was placed: its promise begins with the payment or the
 * confirmation. One that was on hold meanwhile keeps it: its customer is notified of the delay.
 */
export const promiseListener: OrderListener = {
  async onTransition(tx, orderId, { to }) {
    if (to !== "processing") return;
    const begun = await tx.one<{ at: Date | null }>(sql`
      select coalesce(o.paid_at, (select min(e.at) from order_event e where e.order_id = o.id and e.to_status = 'processing'
        and exists (select from cod_confirmation c where c.order_id = o.id))) "at"
      from orders o where o.id = ${orderId}`);
    if (begun?.at) await postponePromise(tx, orderId, begun.at);
  },
  onMetaDataWritten: async () => {},
  onItemsChanged: async () => {},
  onAmountDueChanged: async () => {},
};
