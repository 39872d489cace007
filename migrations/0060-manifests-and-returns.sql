-- A pickup manifest: the parcels that one driver of a carrier takes along. Closed ones do not change.
create table manifest (
  id integer generated always as identity primary key,
  -- its number is BG-<day and month>-<place>: the day in Vietnam on which it was begun, and its place among those of that day
  day date not null,
  place integer not null check (place > 0),
  -- "ghn"; "" for parcels that no carrier has booked
  carrier text not null,
  created_by integer references staff on delete set null,
  created_at timestamptz not null,
  closed_by integer references staff on delete set null,
  closed_at timestamptz,
  driver text not null default '',
  -- lines drawn on the screen, each a list of points [x, y] from 0 to 1000
  signature jsonb not null default '[]' check (jsonb_typeof(signature) = 'array'),
  unique (day, place),
  check (closed_at is null or driver <> '' or signature <> '[]')
);
create index manifest_open on manifest (carrier) where closed_at is null;

create table manifest_parcel (
  -- a parcel is handed over once
  parcel_id integer primary key references parcel on delete cascade,
  manifest_id integer not null references manifest on delete cascade,
  -- null: expected, and not seen yet
  seen_at timestamptz,
  -- đồng that the courier collects, as of the closing
  cod_amount bigint check (cod_amount >= 0)
);
create index manifest_parcel_of on manifest_parcel (manifest_id);

alter table parcel
  -- why it came back: the carrier's reason or one that was typed
  add column return_reason text not null default '',
  -- what was decided about its order after the inspection
  add column return_decision text check (return_decision in ('send_again', 'refund', 'close'));
-- parcels that have not ended, for the list and for the job that looks for parcels without a scan
create index parcel_open on parcel (id) where status not in ('delivered', 'returned', 'cancel', 'lost', 'damage', 'scrap');

-- The result of the inspection of returned items.
create table returned_item (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  -- null: brought back without a parcel of the shop
  parcel_id integer references parcel on delete cascade,
  line_id integer not null references order_line on delete cascade,
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('restock', 'repair', 'damaged', 'missing')),
  -- units that went back into stock
  restocked integer not null default 0 check (restocked between 0 and quantity),
  staff_id integer references staff on delete set null,
  at timestamptz not null
);
create index returned_item_of on returned_item (order_id);
create index returned_item_of_parcel on returned_item (parcel_id);

-- What a carrier paid for a parcel that it lost or damaged: income of the order, and no payment of its customer.
create table carrier_compensation (
  parcel_id integer primary key references parcel on delete cascade,
  order_id integer not null references orders on delete cascade,
  amount bigint not null check (amount > 0),
  received_on date not null,
  note text not null default '',
  staff_id integer references staff on delete set null,
  at timestamptz not null
);
create index carrier_compensation_by_day on carrier_compensation (received_on);

-- An exchange: an order at zero price for another option of an item that its customer has paid for.
create table exchange (
  -- the new order
  order_id integer primary key references orders on delete cascade,
  replaces_order_id integer not null references orders on delete cascade,
  line_id integer not null references order_line on delete cascade,
  quantity integer not null check (quantity > 0),
  staff_id integer references staff on delete set null,
  created_at timestamptz not null,
  -- when the replaced item was back at the shop
  received_at timestamptz
);
create index exchange_of on exchange (replaces_order_id);
