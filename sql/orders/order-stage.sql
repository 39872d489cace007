-- The stage of an order: one function of status, payment, packing and newest parcel. Triggers write it to order_workflow, so that no
-- code that writes an order can skip it.

-- Arguments from the newest parcel are null without one.
create or replace function order_stage(
  status text, awaits_payment boolean, packing text, is_pickup boolean,
  parcel_status text, cancelled_by_shop boolean, handed_over boolean, scan_overdue boolean, inspected boolean
) returns text language plpgsql immutable parallel safe as $$
begin
  return case
    when status in ('cancelled', 'failed', 'refunded', 'trash') then 'closed'
    when status = 'completed' then 'completed'
    when status = 'on-hold' then 'needs_review'
    when status = 'pending' then case when awaits_payment then 'awaiting_payment' else 'to_confirm' end
    -- processing
    when parcel_status = 'returned' then case when inspected then 'needs_review' else 'to_inspect' end
    when parcel_status in ('waiting_to_return', 'return', 'return_transporting', 'return_sorting', 'returning', 'return_fail')
      then 'returning'
    when parcel_status in ('refused', 'delivery_fail', 'exception', 'lost', 'damage', 'scrap') then 'delivery_problem'
    when parcel_status = 'cancel' and not cancelled_by_shop then 'delivery_problem'
    -- delivered, and yet not completed: the collected amount differs, or another parcel is under way
    when parcel_status = 'delivered' then 'needs_review'
    when parcel_status in ('to_book', 'by_hand', 'ready_to_pick', 'picking', 'money_collect_picking', 'cancel') is not true
      and parcel_status is not null then 'in_transit'
    when scan_overdue then 'delivery_problem'
    when handed_over then 'in_transit'
    when packing = 'missing' then 'needs_review'
    when packing is distinct from 'packed' then 'to_pack'
    when is_pickup then 'to_collect'
    else 'to_hand_over'
  end;
end $$;

-- Refunds that failed, that the shop has to repeat, and that no later refund of the order covers; one of an overpayment is settled in its own row.
create or replace view unsettled_refund as
  select f.id, f.order_id, f.amount, f.is_overpayment
  from refund f
  where f.status = 'failed' and f.dismissed_at is null and (f.is_overpayment or f.amount > (
    select coalesce(sum(l.amount), 0) from refund l
    where l.order_id = f.order_id and l.id > f.id and l.status <> 'failed' and not l.is_overpayment));

-- An unsettled refund, or a request for one, needs a decision, unless the order itself waits for a more urgent one. An overpayment does not stop an order that is
-- being processed: it appears when the order is completed or closed. By the first condition placing an order reads no refunds.
create or replace view current_order_stage as
  select s.order_id, case
    when s.status in ('pending', 'on-hold', 'trash') or s.stage in ('to_inspect', 'returning', 'delivery_problem') then s.stage
    when exists (select from unsettled_refund r where r.order_id = s.order_id and not (r.is_overpayment and s.status = 'processing'))
      then 'needs_review'
    -- nothing is packed or handed over before an owner has decided
    when exists (select from refund_request r where r.order_id = s.order_id and r.state = 'open') then 'needs_review'
    else s.stage end stage
  from (
    select o.id order_id, o.status, order_stage(
      o.status,
      o.paid_at is null and (o.stock_reserved_until is not null or exists (
        select from payment m where m.order_id = o.id and m.method <> 'cod' and m.status in ('created', 'pending'))),
      k.state, o.shipping_method = 'local_pickup',
      p.status, p.cancel_requested_at is not null, p.handed_over_at is not null, p.scan_overdue, p.inspected_at is not null) stage
    from orders o
      left join packing k on k.order_id = o.id
      left join lateral (select * from parcel p where p.order_id = o.id order by p.id desc limit 1) p on true) s;

create or replace function refresh_order_stage(changed integer, at timestamptz) returns void language plpgsql as $$
begin
  -- a concurrent writer of another table waits here, and the next statement then reads what the first one has committed
  perform from order_workflow where order_id = changed for update;
  insert into order_workflow as w (order_id, stage, stage_since)
  select c.order_id, c.stage, at from current_order_stage c where c.order_id = changed
  on conflict (order_id) do update set stage = excluded.stage, stage_since = excluded.stage_since
  where w.stage <> excluded.stage;
end $$;

-- A new order has no packing, parcel or refund; a payment of the same statement refreshes the stage itself.
create or replace function order_stage_inserted() returns trigger language plpgsql as $$
begin
  insert into order_workflow (order_id, stage, stage_since)
  values (new.id, order_stage(
    new.status, new.paid_at is null and new.stock_reserved_until is not null, null, new.shipping_method = 'local_pickup',
    null, false, false, null, false), new.created_at)
  on conflict (order_id) do nothing;
  return null;
end $$;
create or replace trigger order_stage_insert after insert on orders for each row execute function order_stage_inserted();

create or replace function order_stage_updated() returns trigger language plpgsql as $$
begin
  perform refresh_order_stage(new.id, new.modified_at);
  return null;
end $$;
create or replace trigger order_stage_update after update of status, paid_at, stock_reserved_until, shipping_method on orders
  for each row when (old.status <> new.status or old.shipping_method <> new.shipping_method
    or (old.paid_at is null) <> (new.paid_at is null)
    or (old.stock_reserved_until is null) <> (new.stock_reserved_until is null))
  execute function order_stage_updated();

create or replace function payment_stage_changed() returns trigger language plpgsql as $$
begin
  perform refresh_order_stage(new.order_id, coalesce(new.settled_at, new.created_at));
  return null;
end $$;
create or replace trigger order_stage_update after update of status on payment for each row
  when (new.method <> 'cod' and (old.status in ('created', 'pending')) <> (new.status in ('created', 'pending')))
  execute function payment_stage_changed();
create or replace trigger order_stage_insert after insert on payment for each row when (new.method <> 'cod')
  execute function payment_stage_changed();

create or replace function parcel_stage_changed() returns trigger language plpgsql as $$
begin
  perform refresh_order_stage(new.order_id, new.updated_at);
  return null;
end $$;
create or replace trigger order_stage_insert after insert on parcel for each row execute function parcel_stage_changed();
create or replace trigger order_stage_update
  after update of status, cancel_requested_at, handed_over_at, scan_overdue, inspected_at on parcel
  for each row when ((old.status, old.cancel_requested_at, old.handed_over_at, old.scan_overdue, old.inspected_at)
    is distinct from (new.status, new.cancel_requested_at, new.handed_over_at, new.scan_overdue, new.inspected_at))
  execute function parcel_stage_changed();

create or replace function packing_stage_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform refresh_order_stage(old.order_id, now());
  else perform refresh_order_stage(new.order_id, new.at);
  end if;
  return null;
end $$;
create or replace trigger order_stage_change after insert or update or delete on packing
  for each row execute function packing_stage_changed();

create or replace function refund_request_stage_changed() returns trigger language plpgsql as $$
begin
  perform refresh_order_stage(new.order_id, coalesce(new.decided_at, new.requested_at));
  return null;
end $$;
create or replace trigger order_stage_insert after insert on refund_request for each row
  execute function refund_request_stage_changed();
create or replace trigger order_stage_update after update of state on refund_request for each row
  when (old.state <> new.state) execute function refund_request_stage_changed();

-- Only a failed refund changes a stage, and only until another refund settles it or the shop dismisses it.
create or replace function refund_stage_changed() returns trigger language plpgsql as $$
declare
  changed refund := coalesce(new, old);
begin
  if changed.status = 'failed' or exists (select from refund r where r.order_id = changed.order_id and r.status = 'failed')
    or (tg_op = 'UPDATE' and old.status = 'failed')
  then perform refresh_order_stage(changed.order_id, now());
  end if;
  return null;
end $$;
create or replace trigger order_stage_change after insert or delete on refund
  for each row execute function refund_stage_changed();
create or replace trigger order_stage_update after update of status, dismissed_at on refund
  for each row when (old.status <> new.status or old.dismissed_at is distinct from new.dismissed_at) execute function refund_stage_changed();

-- orders with a refund that failed, or a request, before these triggers
update order_workflow w set stage = c.stage, stage_since = now()
from current_order_stage c
where c.order_id = w.order_id and c.stage <> w.stage and w.order_id in (
  select r.order_id from refund r where r.status = 'failed' union select q.order_id from refund_request q where q.state = 'open');

-- orders from before these triggers
insert into order_workflow (order_id, stage, stage_since)
select c.order_id, c.stage, o.modified_at from current_order_stage c join orders o on o.id = c.order_id
where not exists (select from order_workflow w where w.order_id = o.id)
on conflict (order_id) do nothing;
