import { codMethodId } from "#contract/payment-methods/index.ts";
import { join, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { customerAuthor, orderChangeJobKind } from "#shop/orders/index.ts";

type TimelineSource =
  | "status"
  | "call"
  | "edit"
  | "payment"
  | "refund"
  | "parcel"
  | "handover"
  | "email"
  | "print"
  | "pack"
  | "promise"
  | "note";

/** One event as it is stored. JSON: times in `detail` are texts. */
export interface TimelineRow {
  orderId: number;
  kind: TimelineSource;
  id: string;
  at: Date;
  /** `staff:3`, `merchant:2`, `customer:1001`, `gateway`, … */
  actor: string;
  /** of the staff member or key */
  actorName: string | null;
  detail: Record<string, unknown>;
}

/** More events are not shown; an order has some dozens. */
const maxEvents = 500;

/** The fields of an order whose change is an edit; its status has events of its own. */
const editedFields = [
  "total",
  "shipping_total",
  "fee_total",
  "discount_total",
  "payment_method",
  "customer_id",
  "billing",
  "shipping",
  "customer_note",
];

/** A staff member has entered the transfer of a refund `r`. */
const isByStaff: Sql = sql`(coalesce(r.response ->> 'by', '') like 'staff:%')`;

/** For an option that a customer has changed, the edit is shown instead of the note: it has the previous values. */
const editedAct = "option_changed";

/** For other changes by the job of a customer's change, e.g. an address, the note is shown: it names the customer. */
const notedJob = orderChangeJobKind;

/** The order whose events are read: a row of {@link readTimelineRows}. */
const orderId = sql`i.id`;
const orderNumber = sql`i.id::text`;

/** The edits of an order: one for all writes of a transaction, with the first previous and the last new value of each field. */
const edits: Sql = sql`(
  select min(f.id) id, f.at, f.actor, min(f.action) action, jsonb_object_agg(f.key, f.value) change
  from (
    select min(w.id) id, w.at, w.actor, min(w.action) action, field.key, case when bool_and(jsonb_typeof(field.value) = 'array')
        then jsonb_build_array((array_agg(field.value order by w.id))[1] -> 0, (array_agg(field.value order by w.id desc))[1] -> 1)
        else 'true'::jsonb end "value"
    from audit w, jsonb_each(w.change) field
    where w.object = 'order' and w.object_id = ${orderNumber} and w.operation = 'changed' and field.key = any(${editedFields}::text[])
    group by w.at, w.actor, field.key
  ) f group by f.at, f.actor)`;

const sources: readonly Sql[] = [
  sql`select 'status' kind, 'status-' || e.id id, e.at, e.actor, jsonb_build_object('from', e.from_status, 'to', e.to_status,
      'reason', e.reason, 'createdVia', case when e.actor like 'customer:%' then 'checkout' when e.actor like 'staff:%' then 'admin'
        else o.created_via end, 'language', o.language) detail
    from order_event e join orders o on o.id = e.order_id where e.order_id = ${orderId}`,
  sql`select 'call', 'call-' || c.id, c.at, 'staff:' || coalesce(c.staff_id, 0),
      jsonb_build_object('outcome', c.outcome, 'callbackAt', c.callback_at, 'note', c.note)
    from order_call c where c.order_id = ${orderId}`,
  sql`select 'edit', 'edit-' || coalesce(a.id::text, 'lines-' || extract(epoch from l.at)), coalesce(a.at, l.at), coalesce(l.actor, a.actor),
      coalesce((select jsonb_object_agg(key, coalesce(c.change -> key, value)) from jsonb_each(a.change)), '{}')
        || case when l.at is null then '{}' else jsonb_build_object('lines', l.lines) end
    from ${edits} a
      full join (select * from order_line_change where order_id = ${orderId}) l on l.at = a.at
      left join order_contact_change c on c.order_id = ${orderId} and c.at = a.at
    where l.at is not null or a.action <> ${notedJob}`,
  sql`select 'payment', 'payment-' || p.id, p.created_at, 'customer:0', jsonb_build_object('step', 'begun', 'method', p.method,
      'amount', p.amount) from payment p where p.order_id = ${orderId} and p.method <> ${codMethodId}`,
  sql`select 'payment', 'payment-end-' || p.id, p.settled_at, coalesce(p.settled_by, case p.method when ${codMethodId} then 'job' else 'gateway' end),
      jsonb_build_object('step', p.status, 'method', p.method, 'amount', p.amount, 'code', p.code, 'transaction', p.gateway_transaction)
    from payment p where p.order_id = ${orderId} and p.settled_at is not null and (p.method <> ${codMethodId} or p.status = 'succeeded')`,
  sql`select 'payment', 'payment-event-' || e.id, e.at, 'gateway', jsonb_build_object('step', 'response', 'method', e.method,
      'channel', e.channel, 'outcome', e.outcome, 'code', e.code, 'response', e.payload)
    from payment_event e join payment p on p.id = e.payment_id where p.order_id = ${orderId}`,
  sql`select 'refund', 'refund-' || r.id, r.created_at, coalesce(nullif(r.actor, ''), 'job'), jsonb_build_object('step',
      case r.status when 'manual' then 'manual' else 'requested' end, 'amount', r.amount, 'reason', r.reason)
    from refund r where r.order_id = ${orderId}`,
  sql`select 'refund', 'refund-end-' || r.id, coalesce(r.done_at, r.created_at), case when ${isByStaff} then r.response ->> 'by' else 'gateway' end,
      jsonb_build_object('step', r.status, 'amount', r.amount, 'response', case when not ${isByStaff} then r.response end)
    from refund r where r.order_id = ${orderId} and r.status in ('done', 'failed')`,
  sql`select 'refund', 'refund-dismissal-' || r.id, r.dismissed_at, 'staff:' || coalesce(r.dismissed_by, 0), jsonb_build_object('step',
      'dismissed', 'amount', r.amount, 'reason', r.dismissed_because)
    from refund r where r.order_id = ${orderId} and r.dismissed_at is not null`,
  sql`select 'refund', 'refund-request-' || q.id, q.requested_at, case when q.by_customer then 'customer:0'
      else 'staff:' || coalesce(q.requested_by, 0) end, jsonb_build_object('step', 'wanted',
      'amount', q.amount, 'reason', q.reason) from refund_request q where q.order_id = ${orderId}`,
  sql`select 'refund', 'refund-decision-' || q.id, q.decided_at, 'staff:' || coalesce(q.decided_by, 0), jsonb_build_object('step', q.state,
      'amount', q.amount, 'reason', q.note, 'requester', case when q.by_customer then 'customer' else (select m.name from staff m where m.id = q.requested_by) end)
    from refund_request q where q.order_id = ${orderId} and q.decided_at is not null`,
  sql`select 'parcel', 'parcel-' || p.id, p.created_at, coalesce((select a.actor from audit a where a.object = 'parcel'
      and a.object_id = p.id::text and a.operation = 'added' order by a.id limit 1), 'job'), jsonb_build_object('step', 'created', 'carrier', p.carrier,
      'code', coalesce(p.tracking_code, p.client_order_code), 'failure', p.failure) from parcel p where p.order_id = ${orderId}`,
  sql`select 'parcel', 'parcel-event-' || e.id, e.at, coalesce(e.recorded_by, 'carrier'), jsonb_build_object('step', 'moved', 'status', e.status,
      'code', coalesce(p.tracking_code, p.client_order_code))
    from parcel_event e join parcel p on p.id = e.parcel_id where p.order_id = ${orderId}`,
  sql`select 'handover', 'handover-' || p.id, p.handed_over_at, 'staff:' || coalesce(m.closed_by, 0), jsonb_build_object('carrier', p.carrier,
      'code', coalesce(p.tracking_code, p.client_order_code))
    from parcel p left join manifest_parcel mp on mp.parcel_id = p.id left join manifest m on m.id = mp.manifest_id
    where p.order_id = ${orderId} and p.handed_over_at is not null`,
  sql`select 'email', 'email-' || b.id, coalesce(b.done_at, b.failed_at, b.created_at), 'job', jsonb_build_object(
      'template', b.payload ->> 'template', 'to', b.payload ->> 'to', 'lang', b.payload ->> 'lang', 'error', b.last_error,
      'state', case when b.done_at is not null then 'sent' when b.failed_at is not null then 'failed' else 'waiting' end)
    from outbox b where b.kind = 'mail' and b.payload -> 'values' ->> 'order_number' = ${orderNumber}`,
  sql`select 'print', 'print-' || t.id, t.at, 'staff:' || coalesce(t.staff_id, 0), jsonb_build_object('document', t.kind, 'size', t.size)
    from order_print t where t.order_id = ${orderId}`,
  sql`select 'pack', 'pack-' || k.order_id, k.at, 'staff:' || coalesce(k.staff_id, 0), jsonb_build_object('state', k.state,
      'photos', (select jsonb_agg(f.id order by f.id) from packing_photo f where f.order_id = k.order_id and f.file is not null))
    from packing k where k.order_id = ${orderId}`,
  sql`select 'promise', 'promise-' || c.id, c.at, coalesce('staff:' || c.staff_id, 'command line'), jsonb_build_object('before', c.day_before,
      'after', c.day_after, 'reason', c.reason) from promise_change c where c.order_id = ${orderId}`,
  sql`select 'note', 'note-' || n.id, n.created_at, case when n.staff_id is not null then 'staff:' || n.staff_id
        when n.author = 'system' then 'job' when n.author = ${customerAuthor} then 'customer:0' else 'api_client' end,
      jsonb_build_object('noteId', n.id, 'note', n.note, 'customer', n.customer_note, 'forPacking', n.for_packing, 'pinned', n.pinned,
        'author', n.author, 'staffId', n.staff_id)
    from order_note n where n.order_id = ${orderId} and n.act is distinct from ${editedAct}`,
];

/** Every event of orders in one statement, the newest of an order first. */
export const readTimelineRows = (reader: Reader, orderIds: readonly number[]): Promise<TimelineRow[]> =>
  reader.all<TimelineRow>(sql`
    select i.id "orderId", t.kind, t.id, t.at, t.actor, t.detail, coalesce(
      (select m.name from staff m where t.actor = 'staff:' || m.id),
      (select k.description from merchant_key k where t.actor in ('merchant:' || k.id, 'key:' || k.id))) "actorName"
    from unnest(${[...orderIds]}::integer[]) i(id) cross join lateral (
      select * from (${join(sources, " union all ")}) s order by s.at desc, s.id desc limit ${maxEvents}) t
    order by i.id, t.at desc, t.id desc`);
