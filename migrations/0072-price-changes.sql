-- Changes of many prices by one rule, previewed before and undone as one.
create table price_change (
  id integer generated always as identity primary key,
  -- as in src/contract/backoffice/prices.ts
  rule jsonb not null check (jsonb_typeof(rule) = 'object'),
  filter jsonb not null check (jsonb_typeof(filter) = 'object'),
  state text not null default 'running' check (state in ('running', 'done', 'undoing', 'undone')),
  staff_id integer references staff on delete set null,
  created_at timestamptz not null,
  undone_at timestamptz
);

-- The prices of one variation or simple product: {regular, sale, from, to}
create table price_change_line (
  price_change_id integer not null references price_change on delete cascade,
  -- of a variation or simple product
  item_id integer not null,
  product_id integer not null,
  before jsonb not null,
  after jsonb not null,
  -- lines of one chunk are written by one transaction
  chunk integer not null,
  -- skipped: the price was another one than in the preview; not_restored: it was changed after this change, so undoing leaves it
  state text not null default 'planned' check (state in ('planned', 'applied', 'skipped', 'restored', 'not_restored')),
  primary key (price_change_id, item_id)
);
create index price_change_line_chunk on price_change_line (price_change_id, chunk);
