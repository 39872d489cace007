-- Staff members that have an order open: rows of the last seconds.
create table order_presence (
  order_id integer not null references orders on delete cascade,
  staff_id integer not null references staff on delete cascade,
  seen_at timestamptz not null,
  primary key (order_id, staff_id)
);

create table order_print (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  staff_id integer references staff on delete set null,
  kind text not null check (kind in ('packing', 'priced', 'gift', 'receipt')),
  size text not null check (size in ('a6', '80mm', 'a5', 'a4')),
  at timestamptz not null
);
create index order_print_order_id_idx on order_print (order_id, id);

-- the emails about an order
create index outbox_order_mail on outbox ((payload -> 'values' ->> 'order_number'), id) where kind = 'mail';
