-- A warranty card, with the item as it was sold.
create table warranty (
  code text primary key check (code ~ '^BH[0-9A-Z]{8}$'),
  order_id integer not null references orders on delete cascade,
  line_id integer not null references order_line on delete cascade,
  -- of the units of a line, 1 is the first
  unit integer not null check (unit > 0),
  name translated not null,
  -- from the options and attributes of the item: [{"name": {vi, en}, "value": {vi, en}}]
  details jsonb not null default '[]' check (jsonb_typeof(details) = 'array'),
  created_at timestamptz not null,
  valid_until timestamptz not null,
  staff_id integer references staff on delete set null,
  unique (line_id, unit)
);
create index warranty_order_id_idx on warranty (order_id);
create index warranty_staff_id_idx on warranty (staff_id);

create table warranty_repair (
  id integer generated always as identity primary key,
  warranty_code text not null references warranty on delete cascade,
  staff_id integer references staff on delete set null,
  at timestamptz not null,
  note text not null check (note <> '')
);
create index warranty_repair_warranty_code_idx on warranty_repair (warranty_code, id);
create index warranty_repair_staff_id_idx on warranty_repair (staff_id);
