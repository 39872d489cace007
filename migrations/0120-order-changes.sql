-- A customer's change of an order that is not applied at once: it waits for its payment (`waiting`), or for its job (`due`).
create table order_change (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  kind text not null check (kind in ('address', 'option')),
  -- what is written to the order; emptied when the change ends, since it may contain an address
  edit jsonb not null,
  -- of the order that the customer saw; no other is changed
  version text not null,
  total_before bigint not null,
  total_after bigint not null,
  state text not null check (state in ('waiting', 'due', 'applied', 'refused', 'expired', 'discarded')),
  -- why it was refused
  reason text not null default '',
  -- its job has begun to book the parcel again
  begun boolean not null default false,
  -- reserved while it waits
  stock_id integer references stock on delete set null,
  quantity integer not null default 0,
  -- until when it can be paid; null unless it waits or waited for that
  hold_until timestamptz,
  created_at timestamptz not null
);
create unique index order_change_open on order_change (order_id) where state in ('waiting', 'due');
create index order_change_of on order_change (order_id);
create index order_change_hold on order_change (hold_until) where state = 'waiting';
create index order_change_stock on order_change (stock_id) where stock_id is not null;

-- the change that this attempt pays; null: the order itself
alter table payment add column order_change_id integer references order_change;
-- what a change costs more is a second payment of its order
drop index payment_one_success;
create unique index payment_one_success on payment (order_id) where status = 'succeeded' and order_change_id is null;
create index payment_order_change on payment (order_change_id) where order_change_id is not null;

-- the part of a payment that an order no longer needs since its total was lowered
alter table refund add column is_difference boolean not null default false;
drop index refund_one_overpayment;
create unique index refund_one_overpayment on refund (payment_id)
  where is_overpayment and not is_difference and status <> 'failed';
