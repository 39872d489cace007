-- Imports of product files in the back office: a dry run, then the import as a background task, which can be reverted.
create table product_import (
  id integer generated always as identity primary key,
  staff_id integer references staff on delete set null,
  file_name text not null,
  -- name in DATA_DIR/product-imports; null once it is deleted
  file text,
  -- number of lines with products
  lines integer not null,
  -- headings that are no columns of a product file
  unknown_columns jsonb not null default '[]' check (jsonb_typeof(unknown_columns) = 'array'),
  -- nothing is written unless every line is valid
  strict boolean not null default false,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'writing', 'written', 'reverting', 'reverted')),
  -- the task that checks, writes or reverts
  task_id integer references background_task on delete set null,
  -- ids of new products and variations by line, from the beginning of the writing
  new_ids jsonb check (jsonb_typeof(new_ids) = 'object'),
  created_at timestamptz not null,
  -- when the task began
  started_at timestamptz,
  written_at timestamptz
);

-- What becomes of a line: in the dry run (check), or in the import (write)
create table product_import_line (
  import_id integer not null references product_import on delete cascade,
  step text not null check (step in ('check', 'write')),
  line integer not null,
  outcome text not null check (outcome in ('created', 'updated', 'skipped', 'failed')),
  -- of the product or variation, if there is one
  item_id integer,
  sku text not null,
  -- of a failed line: [{field, reason}]
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  -- of an updated line in the dry run: [{field, before, after}]
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  primary key (import_id, step, line)
);

-- A product that the import changed, with its variations
create table product_import_product (
  import_id integer not null references product_import on delete cascade,
  product_id integer not null,
  -- as it was before; null: the import created it
  before jsonb,
  -- counted units of its stocks after the import: {stock id: units}
  units jsonb not null check (jsonb_typeof(units) = 'object'),
  -- identifies the product as the import left it
  version text not null,
  -- products of one chunk are reverted by one transaction
  chunk integer,
  state text not null default 'written' check (state in ('written', 'reverted', 'left')),
  -- why it was left as it is
  reason text check (reason in ('changed', 'missing', 'sku', 'reference', 'sold')),
  primary key (import_id, product_id)
);
