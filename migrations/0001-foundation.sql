-- Settings, exchange rates, jobs. Money is whole đồng (bigint) everywhere.
create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- a text in both languages: {"vi": "…", "en": "…"}
create domain translated as jsonb
  check (jsonb_typeof(value -> 'vi') = 'string' and jsonb_typeof(value -> 'en') = 'string');

create table setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- rate: đồng for one unit of the currency
create table currency (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  rate bigint not null check (rate > 0),
  is_default boolean not null default false,
  updated_at timestamptz not null default now()
);
create unique index currency_one_default on currency (is_default) where is_default;
insert into currency (code, symbol, rate, is_default) values ('VND', '₫', 1, true), ('USD', '$', 26000, false);

-- Work to do after commit. A row is written in the transaction that causes it and taken with FOR UPDATE SKIP LOCKED.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  -- a second row with the same key is refused: the same mail is never sent twice
  unique_key text unique,
  created_at timestamptz not null default now(),
  run_after timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  done_at timestamptz,
  failed_at timestamptz,
  check (done_at is null or failed_at is null)
);
create index outbox_due on outbox (run_after, id) where done_at is null and failed_at is null;

-- Recurring work: one row a job; whoever moves next_run first runs it.
create table schedule (
  job text primary key,
  next_run timestamptz not null,
  last_run timestamptz,
  last_error text
);
