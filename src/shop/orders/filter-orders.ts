import { type DayRange, maxCounted } from "#contract/list-rules.ts";
import type { ListFilters, OrderFilters } from "#contract/woo/order-filters.ts";
import { maxMissedCalls } from "#contract/stages.ts";
import { wooDates } from "#contract/dates.ts";
import { dayMs, endOfDate, startOfDate } from "#shop/kernel/base/clock.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { paidItsOrder } from "#shop/payments/index.ts";

/**
 * Whether a row exists, looked up for each order: as a plain `exists` PostgreSQL may read the whole table first, although a page needs 25
 * orders. @param rows `from … where …`
 */
const found = (rows: Sql): Sql => sql`coalesce((select true ${rows} limit 1), false)`;

/** `orders o` is paid: recorded by a merchant or by a payment that succeeded. */
export const isPaid: Sql = sql`(o.paid_at is not null
  or ${found(sql`from payment p where p.order_id = o.id and ${paidItsOrder} and not p.is_deposit`)})`;

/** A line of `orders o` has the option of a gift box: as in the index `order_line_gift_box`. */
export const hasGiftBox: Sql = sql`exists (
  select from order_line l where l.order_id = o.id and l.options @> '[{"option": {"en": "Gift Box"}}]')`;

/** `orders o` has a note of its customer or of a person. */
export const hasNote: Sql = sql`(o.customer_note <> ''
  or ${found(sql`from order_note n where n.order_id = o.id and n.author <> 'system'`)})`;

/** `order_workflow w` is of a customer that cannot be reached by phone. */
export const isUnreachable: Sql = sql`(w.missed_calls >= ${maxMissedCalls})`;

/** `orders o` is the first one of its phone number. */
export const isFirstOfPhone: Sql = found(sql`from first_order f where f.order_id = o.id`);

const hasRefund: Sql = sql`exists (
  select from refund r where r.order_id = o.id and r.status <> 'failed' and not r.is_overpayment)`;

/** A carrier has collected cash of `orders o` and not paid it out: as in the index `parcel_cod_held`. */
const hasCashOutstanding: Sql = sql`exists (
  select from parcel p where p.order_id = o.id and p.status = 'delivered' and p.cod_amount > 0
    and p.cod_transferred_at is null)`;

const is = (condition: Sql, wanted: boolean): Sql => (wanted ? condition : sql`not ${condition}`);

const whenSet = <T>(value: T | undefined, condition: (value: T) => Sql): Sql[] =>
  value === undefined ? [] : [condition(value)];

/** The first day of a range, and the first one after it. */
function daysOf(range: DayRange, now: Date): { from: Date; before: Date } {
  const date = wooDates(now).local.slice(0, 10);
  const today = startOfDate(date).getTime();
  const tomorrow = new Date(today + dayMs);
  switch (range) {
    case "today":
      return { from: new Date(today), before: tomorrow };
    case "yesterday":
      return { from: new Date(today - dayMs), before: new Date(today) };
    case "last_7_days":
      return { from: new Date(today - 6 * dayMs), before: tomorrow };
    case "this_month":
      return { from: startOfDate(`${date.slice(0, 8)}01`), before: tomorrow };
  }
}

function dayConditions({ day, from, to }: OrderFilters, now: Date): Sql[] {
  const range = day && daysOf(day, now);
  return [
    ...(range ? [sql`o.created_at >= ${range.from} and o.created_at < ${range.before}`] : []),
    ...whenSet(from, (date) => sql`o.created_at >= ${startOfDate(date)}`),
    ...whenSet(to, (date) => sql`o.created_at < ${endOfDate(date)}`),
  ];
}

const moneyConditions = (filters: OrderFilters): Sql[] => [
  ...whenSet(filters.paid, (wanted) => is(isPaid, wanted)),
  ...whenSet(filters.refunded, (wanted) => is(hasRefund, wanted)),
  ...whenSet(filters.cash_outstanding, (wanted) => is(hasCashOutstanding, wanted)),
  ...whenSet(filters.payment_method, (method) => sql`o.payment_method = ${method}`),
  ...whenSet(filters.min_total, (total) => sql`o.total >= ${total}::bigint`),
  ...whenSet(filters.max_total, (total) => sql`o.total <= ${total}::bigint`),
];

const deliveryConditions = (filters: OrderFilters): Sql[] => [
  ...whenSet(filters.province, (name) => sql`o.shipping ->> 'city' = ${name}`),
  ...whenSet(
    filters.carrier,
    (carrier) => sql`exists (
      select from parcel p where p.order_id = o.id and p.carrier = ${carrier}
        and not exists (select from parcel later where later.order_id = p.order_id and later.id > p.id))`,
  ),
  ...whenSet(
    filters.packed_by,
    (id) => sql`exists (select from packing k where k.order_id = o.id and k.staff_id = ${id}::bigint)`,
  ),
];

/** `orders o` contains a product of a category. */
const inCategory = (category: number): Sql =>
  found(sql`from order_line l join product_category c on c.product_id = l.product_id
    where l.order_id = o.id and c.category_id = ${category}::bigint`);

/** The conditions on `orders o` of the filters that are set. @param now decides the days of {@link DayRange} */
export const orderConditions = (filters: OrderFilters, now: Date): Sql[] => [
  ...whenSet(
    filters.stage,
    (stages) => sql`o.id in (select w.order_id from order_workflow w where w.stage = any(${stages}::text[]))`,
  ),
  ...whenSet(filters.unreachable, (wanted) =>
    is(sql`(exists (select from order_workflow w where w.order_id = o.id and ${isUnreachable}))`, wanted),
  ),
  ...dayConditions(filters, now),
  ...moneyConditions(filters),
  ...deliveryConditions(filters),
  ...whenSet(filters.category, inCategory),
  ...whenSet(filters.created_by, (name) => sql`o.created_via = ${name}`),
  ...whenSet(filters.gift, (wanted) => is(hasGiftBox, wanted)),
  ...whenSet(filters.has_note, (wanted) => is(hasNote, wanted)),
  ...whenSet(filters.first_order, (wanted) => is(isFirstOfPhone, wanted)),
];

/** The conditions of all filters of the list; orders in the trash are not in it, unless their status is one of the filters. */
export const listConditions = ({ status, product, ...filters }: ListFilters, now: Date): Sql[] => [
  status === undefined ? sql`o.status <> 'trash'` : sql`o.status = any(${status}::text[])`,
  ...whenSet(
    product,
    (id) => sql`exists (
      select from order_line l where l.order_id = o.id and (l.product_id = ${id}::bigint or l.variation_id = ${id}::bigint))`,
  ),
  ...orderConditions(filters, now),
];

/** Orders by a filter that may match few of a million, from an index of its own. */
export interface NarrowOrders {
  /** a subquery with the `id` of each order that matches */
  ids: Sql;
  /** a subquery with the `id` of some of them, which is read sooner; null if there is no such subquery */
  someIds: Sql | null;
  /** the filter as a condition on `orders o` */
  condition: Sql;
  /** the filters without it */
  others: ListFilters;
}

/** Each product's orders once, from the index order_line_product_order alone. */
const ordersByProduct: Sql = sql`from product_category c cross join lateral (
  select distinct order_id from order_line where product_id = c.product_id) l`;

/** The orders that the filter matches which is expected to leave the fewest; null without such a filter. */
export function narrowOrders(filters: ListFilters): NarrowOrders | null {
  const { category, first_order, has_note } = filters;
  if (category !== undefined)
    return {
      // each order by the first of its products in the category
      ids: sql`select l.order_id id ${ordersByProduct} where c.category_id = ${category}::bigint and not exists (
        select from order_line e join product_category d on d.product_id = e.product_id
        where e.order_id = l.order_id and e.product_id < c.product_id and d.category_id = ${category}::bigint)`,
      // few orders have several products of one category: this is more than a list counts
      someIds: sql`select distinct l.order_id id from (
        select l.order_id ${ordersByProduct} where c.category_id = ${category}::bigint limit ${2 * maxCounted}) l`,
      condition: inCategory(category),
      others: { ...filters, category: undefined },
    };
  if (first_order)
    return {
      ids: sql`select f.order_id id from first_order f`,
      someIds: null,
      condition: isFirstOfPhone,
      others: { ...filters, first_order: undefined },
    };
  if (has_note)
    return {
      // as in the indexes orders_with_note and order_note_of_person
      ids: sql`select o.id from orders o where o.customer_note <> ''
        union select n.order_id from order_note n where n.author <> 'system'`,
      someIds: null,
      condition: hasNote,
      others: { ...filters, has_note: undefined },
    };
  return null;
}

/**
 * Those of the orders that also match other conditions, one after the other, so that a limit ends the search: as a join they may all be read.
 * @param ids of {@link NarrowOrders} @param where conditions on `orders o` and `order_workflow w`
 */
export const narrowMatches = (ids: Sql, where: Sql): Sql => sql`(${ids}) n cross join lateral (
  select from orders o join order_workflow w on w.order_id = o.id where o.id = n.id and ${where} limit 1) m`;
