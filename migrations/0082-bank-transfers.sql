-- Transfers on the shop's bank account, as its notifier reports them; each is stored once. The balance of the account is not stored.
create table bank_transfer (
  id integer generated always as identity primary key,
  -- the shop's own account
  account text not null,
  direction text not null check (direction in ('in', 'out')),
  -- đồng
  amount bigint not null check (amount > 0),
  -- the bank's own reference, "" without one
  reference text not null,
  at timestamptz not null,
  content text not null,
  -- of the payer, all but the last four characters hidden; "" if it is not reported
  counter_account text not null default '',
  -- where it was seen first: <notifier>-webhook or <notifier>-list
  channel text not null,
  -- matched: it belongs to order_id; suggested: it may; unmatched: for a person to decide; ignored: it concerns no order
  state text not null default 'unmatched' check (state in ('matched', 'suggested', 'unmatched', 'ignored')),
  reason text not null default '',
  -- how its order was found: by a code in the content, read as it is or with a guess, or by a person
  reading text check (reading in ('plain', 'compact', 'guess', 'person')),
  order_id integer references orders on delete set null,
  -- the payment that it is part of; null while the parts do not reach the order's total
  payment_id integer references payment on delete set null,
  -- staff member that assigned it to its order
  assigned_by text not null default '',
  seen_at timestamptz not null
);
create index bank_transfer_of on bank_transfer (order_id) where order_id is not null;
create index bank_transfer_payment on bank_transfer (payment_id) where payment_id is not null;
create index bank_transfer_to_decide on bank_transfer (id) where state in ('suggested', 'unmatched');
create index bank_transfer_key on bank_transfer (amount, reference);

-- The ids under which a transfer was reported: they differ between the channels of one notifier.
create table bank_transfer_source (
  channel text not null,
  provider_id text not null,
  transfer_id integer not null references bank_transfer on delete cascade,
  primary key (channel, provider_id)
);
create index bank_transfer_source_of on bank_transfer_source (transfer_id);

-- An order that is or was paid by bank transfer.
create table bank_order (
  order_id integer primary key references orders on delete cascade,
  -- half of the time for which its stock is reserved
  remind_at timestamptz not null,
  reminded_at timestamptz,
  -- the reservation is renewed once, after the first part of the amount
  hold_renewed_at timestamptz
);
create index bank_order_to_remind on bank_order (remind_at) where reminded_at is null;

-- Links to the payment page of one order, for a device without a session.
create table bank_link (
  token_hash bytea primary key,
  order_id integer not null references orders on delete cascade,
  expires_at timestamptz not null
);
create index bank_link_of on bank_link (order_id);

-- Where the money of an order is returned to. Deleted 30 days after the last refund of the order.
create table bank_refund_account (
  order_id integer primary key references orders on delete cascade,
  bin text not null,
  -- encrypted
  account bytea not null,
  masked text not null,
  holder text not null,
  entered_by text not null,
  entered_at timestamptz not null
);

-- The polling of a notifier's list.
create table bank_poll (
  notifier text primary key,
  claimed_at timestamptz,
  succeeded_at timestamptz,
  failures integer not null default 0,
  -- the notifier accepts no requests until then
  blocked_until timestamptz,
  alerted_at timestamptz
);
