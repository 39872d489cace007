import type { OrderFilters } from "#contract/backoffice/order-filters.ts";
import { maxMissedCalls } from "#contract/backoffice/stages.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** `orders o` is paid: recorded by a merchant or by a payment that succeeded. */
export const isPaid: Sql = sql`(o.paid_at is not null
  or exists (select from payment p where p.order_id = o.id and p.status in ('succeeded', 'refunded')))`;

/** A line of `orders o` has the option of a gift box. */
export const hasGiftBox: Sql = sql`exists (
  select from order_line l, jsonb_array_elements(l.options) chosen
  where l.order_id = o.id and chosen -> 'option' ->> 'en' = 'Gift Box')`;

/** `order_workflow w` is of a customer that cannot be reached by phone. */
export const isUnreachable: Sql = sql`(w.missed_calls >= ${maxMissedCalls})`;

const is = (condition: Sql, wanted: boolean): Sql => (wanted ? condition : sql`not ${condition}`);

const whenSet = <T>(value: T | undefined, condition: (value: T) => Sql): Sql[] =>
  value === undefined ? [] : [condition(value)];

/** The conditions on `orders o` of the filters that are set. */
export const orderConditions = (filters: OrderFilters): Sql[] => [
  ...whenSet(
    filters.stage,
    (stages) => sql`o.id in (select w.order_id from order_workflow w where w.stage = any(${stages}::text[]))`,
  ),
  ...whenSet(filters.unreachable, (wanted) =>
    is(sql`(exists (select from order_workflow w where w.order_id = o.id and ${isUnreachable}))`, wanted),
  ),
  ...whenSet(filters.paid, (wanted) => is(isPaid, wanted)),
  ...whenSet(filters.payment_method, (method) => sql`o.payment_method = ${method}`),
  ...whenSet(filters.province, (name) => sql`o.shipping ->> 'city' = ${name}`),
  ...whenSet(
    filters.carrier,
    (carrier) => sql`(select p.carrier from parcel p where p.order_id = o.id order by p.id desc limit 1) = ${carrier}`,
  ),
  ...whenSet(filters.min_total, (total) => sql`o.total >= ${total}::bigint`),
  ...whenSet(filters.max_total, (total) => sql`o.total <= ${total}::bigint`),
  ...whenSet(
    filters.category,
    (id) => sql`exists (
      select from order_line l join product_category c on c.product_id = l.product_id
      where l.order_id = o.id and c.category_id = ${id}::bigint)`,
  ),
  ...whenSet(filters.created_by, (name) => sql`o.created_via = ${name}`),
  ...whenSet(filters.gift, (wanted) => is(hasGiftBox, wanted)),
  ...whenSet(filters.has_note, (wanted) =>
    is(
      sql`(o.customer_note <> '' or exists (select from order_note n where n.order_id = o.id and n.author <> 'system'))`,
      wanted,
    ),
  ),
];
