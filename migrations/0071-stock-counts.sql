-- Counting, receiving and watching stock.

-- What the shop records about a stock besides its quantity; in a table of its own, since orders write "stock" all the time.
create table stock_detail (
  stock_id integer primary key references stock on delete cascade,
  -- moving average cost of a unit, in đồng
  unit_cost bigint check (unit_cost >= 0),
  -- where it is stored: tray, drawer, box
  bin text not null default '',
  -- not in the list of low stock until then
  muted_until timestamptz
);
create index stock_detail_bin on stock_detail (bin) where bin <> '';

create table stock_count (
  id integer generated always as identity primary key,
  scope text not null check (scope in ('all', 'category', 'bin')),
  category_id integer references category on delete set null,
  bin text,
  -- units of orders that are not packed yet are counted too: they are still in their place
  includes_unpacked boolean not null,
  note text not null default '',
  state text not null default 'open' check (state in ('open', 'closed', 'reverted')),
  staff_id integer references staff on delete set null,
  created_at timestamptz not null,
  closed_at timestamptz,
  reverted_at timestamptz
);

-- A scan or a typed quantity. The device gives its id, so that a repeated request adds it once.
create table stock_count_entry (
  count_id integer not null references stock_count on delete cascade,
  entry_id text not null check (length(entry_id) between 1 and 60),
  stock_id integer not null references stock on delete cascade,
  quantity integer not null,
  -- when the unit was counted, by the clock of the database
  at timestamptz not null,
  staff_id integer references staff on delete set null,
  primary key (count_id, entry_id)
);
create index stock_count_entry_stock on stock_count_entry (count_id, stock_id);
create index stock_count_entry_stock_id_idx on stock_count_entry (stock_id);

create table stock_count_item (
  count_id integer not null references stock_count on delete cascade,
  stock_id integer not null references stock on delete cascade,
  -- entries up to this time do not count: the item is counted again
  recounted_at timestamptz,
  -- of a closed count
  counted integer,
  expected integer,
  -- the difference that was booked
  booked integer,
  primary key (count_id, stock_id)
);
create index stock_count_item_stock_id_idx on stock_count_item (stock_id);

create table stock_receipt (
  id integer generated always as identity primary key,
  supplier text not null,
  document_number text not null,
  note text not null default '',
  staff_id integer references staff on delete set null,
  created_at timestamptz not null
);

create table stock_receipt_line (
  receipt_id integer not null references stock_receipt on delete cascade,
  position smallint not null,
  stock_id integer references stock on delete set null,
  -- as it was called
  name text not null,
  sku text not null,
  quantity integer not null check (quantity > 0),
  -- of one unit, in đồng; null: unknown
  unit_cost bigint check (unit_cost >= 0),
  primary key (receipt_id, position)
);
create index stock_receipt_line_stock_id_idx on stock_receipt_line (stock_id);

-- the few items with a threshold of their own for the list of low stock
create index product_low_stock on product (((extra ->> 'low_stock_amount')::integer)) where extra ->> 'low_stock_amount' is not null;
create index variation_low_stock on variation (((extra ->> 'low_stock_amount')::integer)) where extra ->> 'low_stock_amount' is not null;
