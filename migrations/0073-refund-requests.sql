-- Refunds above the limit of a role, and those of roles that make none: an owner approves or rejects each.
create table refund_request (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  -- đồng
  amount bigint not null check (amount > 0),
  -- the refund to make, as in src/contract/woo/refund.ts
  refund jsonb not null check (jsonb_typeof(refund) = 'object'),
  reason text not null default '',
  state text not null default 'open' check (state in ('open', 'approved', 'rejected')),
  requested_by integer references staff on delete set null,
  requested_at timestamptz not null,
  decided_by integer references staff on delete set null,
  decided_at timestamptz,
  -- why it was rejected
  note text not null default '',
  -- the refund that was made of it
  refund_id integer references refund on delete set null,
  check ((state = 'open') = (decided_at is null))
);
-- one at a time for each order
create unique index refund_request_open on refund_request (order_id) where state = 'open';
create index refund_request_of on refund_request (order_id);
