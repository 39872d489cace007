create table orders (
  id integer generated always as identity (start with 10001) primary key,
  order_key text not null unique,
  customer_id integer references customer on delete set null,
  status text not null check (status in ('pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed', 'trash')),
  currency text not null default 'VND' check (currency = 'VND'),
  subtotal bigint not null check (subtotal >= 0),
  discount_total bigint not null default 0 check (discount_total >= 0),
  shipping_total bigint not null check (shipping_total >= 0),
  fee_total bigint not null default 0,
  total bigint not null check (total >= 0),
  payment_method text not null default '',
  payment_method_title text not null default '',
  transaction_id text not null default '',
  -- {first_name, last_name, company, address_1, address_2, city, state, postcode, country, email, phone}
  billing jsonb not null,
  -- the same without email
  shipping jsonb not null,
  shipping_method text not null check (shipping_method in ('flat_rate', 'local_pickup')),
  shipping_method_title text not null default '',
  -- free by rule (two pieces, pickup): a later quote is never shown in its place
  shipping_free_by_rule boolean not null default false,
  -- the address as it was chosen: {scheme: "old3", province_id, province_name, district_id, district_name, ward_code, ward_name}
  location jsonb,
  customer_note text not null default '',
  meta_data jsonb not null default '[]' check (jsonb_typeof(meta_data) = 'array'),
  created_via text not null default 'rest-api',
  customer_ip inet,
  user_agent text not null default '',
  -- whether this order holds its pieces; taken with the order, given back once
  stock_held boolean not null default true,
  -- until when an unpaid online order holds them
  hold_until timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  paid_at timestamptz,
  completed_at timestamptz,
  check (total = subtotal - discount_total + shipping_total + fee_total),
  check (location is null or location ->> 'scheme' in ('old3', 'new2'))
);
create index orders_of on orders (customer_id, created_at desc, id desc);
create index orders_by_date on orders (created_at desc, id desc);
create index orders_by_status on orders (status, created_at desc, id desc);
create index orders_holding on orders (hold_until) where status = 'pending' and hold_until is not null;

create table order_line (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  -- no foreign keys: an order outlives its products
  product_id integer not null,
  variation_id integer,
  stock_id integer references stock on delete set null,
  name translated not null,
  sku text,
  -- the choices as they were: [{"slug": "pa_size", "name": {vi, en}, "value": "50 mm", "option": {vi, en}}]
  options jsonb not null default '[]',
  image text not null default '',
  slug text not null default '',
  quantity integer not null check (quantity > 0),
  unit_price bigint not null check (unit_price >= 0),
  subtotal bigint not null check (subtotal >= 0),
  total bigint not null check (total >= 0)
);
create index order_line_of on order_line (order_id, id);
create index order_line_product on order_line (product_id);

-- each move of an order's status; from_status is null for its creation
create table order_event (
  id bigint generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  from_status text,
  to_status text not null,
  actor text not null,
  reason text not null default '',
  at timestamptz not null default now()
);
create index order_event_of on order_event (order_id, id);

create table order_note (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  author text not null,
  note text not null,
  customer_note boolean not null default false,
  created_at timestamptz not null default now()
);
create index order_note_of on order_note (order_id, id);

-- one row an attempt to pay; VNPay's reference is {order}-{attempt}
create table payment (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  attempt integer not null check (attempt > 0),
  method text not null check (method in ('vnpay_visa', 'paypal', 'cod')),
  reference text not null unique,
  status text not null check (status in ('created', 'pending', 'succeeded', 'failed', 'cancelled', 'expired', 'to_refund', 'refunded')),
  amount bigint not null check (amount >= 0),
  amount_usd_cents bigint check (amount_usd_cents >= 0),
  usd_rate bigint check (usd_rate > 0),
  gateway_id text,
  gateway_transaction text,
  -- exactly what was sent, dates included
  request jsonb not null default '{}',
  answer jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  settled_at timestamptz,
  unique (order_id, attempt),
  check ((amount_usd_cents is null) = (usd_rate is null))
);
-- an order is paid once; a second success is marked to_refund
create unique index payment_one_success on payment (order_id) where status = 'succeeded';
create index payment_pending on payment (created_at) where status = 'pending';

create table refund (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  payment_id integer references payment,
  amount bigint not null check (amount > 0),
  reason text not null default '',
  status text not null check (status in ('requested', 'done', 'failed', 'manual')),
  gateway_id text,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index refund_of on refund (order_id);

create table parcel (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  carrier text not null default 'ghn',
  -- sent to the carrier as its idempotency key
  client_order_code text not null unique,
  tracking_code text unique,
  status text not null,
  fee bigint check (fee >= 0),
  expected_at timestamptz,
  updated_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index parcel_of on parcel (order_id);

create table parcel_event (
  id bigint generated always as identity primary key,
  parcel_id integer not null references parcel on delete cascade,
  status text not null,
  at timestamptz not null,
  payload jsonb not null default '{}',
  unique (parcel_id, status, at)
);

-- Remembered 24 hours. The row is written with the order, in its transaction.
create table idempotency_key (
  -- whose key it is: customer:1001, merchant:3
  owner text not null,
  key text not null check (length(key) between 1 and 200),
  body_hash bytea not null check (length(body_hash) = 32),
  order_id integer not null references orders on delete cascade,
  created_at timestamptz not null default now(),
  primary key (owner, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- the carrier's master data as last answered; refreshed after a day, still served when the carrier is down
create table carrier_answer (
  carrier text not null,
  path text not null,
  body jsonb not null,
  fetched_at timestamptz not null,
  primary key (carrier, path)
);
