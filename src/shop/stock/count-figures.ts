import type { Dong } from "#contract/money.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";

/** Figures of a counted stock; of a closed count as they were booked. */
export interface CountFigures {
  stockId: number;
  counted: number;
  countedAt: Date;
  expected: number;
  unpacked: number;
  soldSince: number;
  /** the difference that is booked, of an open count all of it */
  booked: number;
  /** stock now */
  quantity: number;
  unitCost: Dong | null;
}

/** Stages of orders whose units are still in their place, unless they are packed or the order has ended and is reviewed. */
const unpackedStages = sql`('to_confirm', 'awaiting_payment', 'needs_review', 'to_pack')`;
const isEnded = sql`o.status in ('completed', 'cancelled', 'failed', 'refunded', 'trash')`;
/** When order `o` ended; decisions about its refunds change its stage later. */
const endedAt = sql`(select max(e.at) from order_event e where e.order_id = o.id and e.to_status = o.status)`;
/** Statuses of parcels that the carrier has not picked up. */
const notPickedUp = sql`('to_book', 'refused', 'by_hand', 'ready_to_pick', 'cancel')`;

/** Lines of orders that are open, or were packed or closed since the count began: a part of `with`. */
const unpackedLines = (countId: number): Sql => sql`
  unpacked_line as materialized (
    select l.stock_id, l.quantity - l.restocked units, o.created_at,
      coalesce(p.at, case when ${isEnded} then ${endedAt} end,
        case when ${isEnded} or w.stage not in ${unpackedStages} then w.stage_since end) until
    from stock_count n join order_workflow w on n.includes_unpacked
      and (w.stage in ${unpackedStages} or (w.stage = any(array['to_hand_over', 'to_collect', 'in_transit', 'completed', 'closed'])
        and w.stage_since > n.created_at))
      left join packing p on p.order_id = w.order_id and p.state = 'packed'
      join orders o on o.id = w.order_id
      join order_line l on l.order_id = o.id
    where n.id = ${countId} and not exists (
      select from parcel q where q.order_id = o.id and p.order_id is null and q.status not in ${notPickedUp}))`;

/**
 * The counted stocks of an open count with their figures. The quantity of a stock at a moment is that after its last movement before.
 * Units of orders that were not packed at that moment are added, if the count includes them.
 * @returns a query with the columns of {@link CountFigures}
 */
export const openFigures = (countId: number): Sql => sql`
  with ${unpackedLines(countId)}
  select c.stock_id "stockId", c.counted, c.at "countedAt", coalesce(m.new_stock, 0) + u.units expected, u.units unpacked,
    coalesce(m.new_stock, 0) - s.quantity "soldSince", c.counted - coalesce(m.new_stock, 0) - u.units booked, s.quantity,
    d.unit_cost "unitCost"
  from (
    select e.stock_id, sum(e.quantity)::integer counted, max(e.at) at
    from stock_count_entry e left join stock_count_item i on i.count_id = e.count_id and i.stock_id = e.stock_id
    where e.count_id = ${countId} and (i.recounted_at is null or e.at > i.recounted_at)
    group by e.stock_id
  ) c
  join stock s on s.id = c.stock_id
  left join stock_detail d on d.stock_id = c.stock_id
  left join lateral (select new_stock from stock_movement where stock_id = c.stock_id and at <= c.at
    order by at desc, id desc limit 1) m on true
  join lateral (select coalesce(sum(l.units), 0)::integer units from unpacked_line l
    where l.stock_id = c.stock_id and l.created_at <= c.at and (l.until is null or l.until > c.at)) u on true`;

/** The same of a closed count, from what was stored when it was closed. */
export const closedFigures = (countId: number): Sql => sql`
  select i.stock_id "stockId", i.counted, n.closed_at "countedAt", i.expected, 0 unpacked, 0 "soldSince",
    coalesce(i.booked, 0) booked, s.quantity, d.unit_cost "unitCost"
  from stock_count_item i join stock_count n on n.id = i.count_id join stock s on s.id = i.stock_id
    left join stock_detail d on d.stock_id = i.stock_id
  where i.count_id = ${countId} and i.counted is not null`;

/** A condition on stock `s`: it belongs to something sold, is managed, and is covered by the count `n`. */
export const coveredBy = sql`
  s.managed and (
    exists (select from product p where p.stock_id = s.id and p.type = 'simple' and p.status <> 'trash'
      and (n.scope <> 'category' or exists (select from product_category pc where pc.product_id = p.id and pc.category_id in (select id from branch))))
    or exists (select from variation v join product p on p.id = v.product_id
      where v.stock_id = s.id and v.status <> 'trash' and p.status <> 'trash'
      and (n.scope <> 'category' or exists (select from product_category pc where pc.product_id = p.id and pc.category_id in (select id from branch)))))
  and (n.scope <> 'bin' or exists (select from stock_detail d where d.stock_id = s.id and d.bin = n.bin))`;

/** The categories that a count covers: its own with those below it. A part of `with recursive`. */
export const branchOf = (countId: number): Sql => sql`
  branch (id) as (
    select category_id from stock_count where id = ${countId} and category_id is not null
    union select c.id from category c join branch b on c.parent_id = b.id)`;
