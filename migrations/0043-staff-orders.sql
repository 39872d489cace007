-- What staff members do with orders: phone calls, notes, actions that can be undone, saved lists, tasks for many orders.

create table order_call (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  staff_id integer references staff on delete set null,
  outcome text not null check (outcome in ('agreed', 'no_answer', 'callback', 'change_requested', 'declined', 'wrong_number')),
  -- when to call again
  callback_at timestamptz,
  note text not null default '',
  at timestamptz not null
);
create index order_call_order_id_idx on order_call (order_id, id);

-- derived from order_call, by trigger
alter table order_workflow
  add column calls integer not null default 0,
  -- in a row, up to the last call
  add column missed_calls integer not null default 0,
  add column callback_at timestamptz;

alter table order_note
  add column for_packing boolean not null default false,
  add column pinned boolean not null default false,
  -- its author
  add column staff_id integer references staff on delete set null;

-- An action on an order that its staff member can still undo. Its emails and other jobs wait in the outbox until then.
create table staff_undo (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id integer not null references staff on delete cascade,
  order_id integer not null references orders on delete cascade,
  action text not null check (action in ('confirm', 'hold', 'cancel', 'restore')),
  -- what undoing restores: {status, parcels: [{id, status}]}
  before jsonb not null,
  -- the status that the action set: another one since, and it cannot be undone
  after_status text not null,
  -- the request whose jobs wait
  request_id text not null,
  expires_at timestamptz not null
);
create index staff_undo_expiry on staff_undo (expires_at);
create index staff_undo_order_id_idx on staff_undo (order_id);

-- A list with its filters, under a name.
create table saved_view (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  list text not null check (list = 'orders'),
  name text not null,
  -- as in the URL
  query text not null,
  columns text[] not null default '{}',
  -- for all staff members
  shared boolean not null default false,
  position integer not null default 0,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create index saved_view_staff_id_idx on saved_view (staff_id, list);
create index saved_view_shared on saved_view (list) where shared;

-- One action on many records.
create table background_task (
  id integer generated always as identity primary key,
  staff_id integer references staff on delete set null,
  kind text not null,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'stopped')),
  total integer not null,
  -- of the records that are done: [{id, ok, message}]
  results jsonb not null default '[]' check (jsonb_typeof(results) = 'array'),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index background_task_staff_id_idx on background_task (staff_id, id);

-- the last nine digits of a phone number, in reverse: all notations of one number, and any number by its last digits
create index orders_phone on orders (
  (reverse(right(regexp_replace(billing ->> 'phone', '[^0-9]', '', 'g'), 9)) collate "C") text_pattern_ops, created_at, id);
create index orders_transaction_id on orders (transaction_id) where transaction_id <> '';
-- money received on a day, and cash that carriers have collected and not paid out
create index payment_received on payment (settled_at) where status = 'succeeded';
create index parcel_cod_held on parcel (order_id) include (cod_amount)
  where status = 'delivered' and cod_amount > 0 and cod_transferred_at is null;
