-- What staff members request in advance for cash orders: one deposit each. It is paid by bank transfer.
create table deposit (
  order_id integer primary key references orders on delete cascade,
  -- đồng
  amount bigint not null check (amount > 0),
  -- returned: it was paid, and is or was returned to the customer
  state text not null check (state in ('waiting', 'paid', 'withdrawn', 'expired', 'returned')),
  requested_by integer references staff on delete set null,
  requested_at timestamptz not null,
  expires_at timestamptz not null
);
create index deposit_waiting on deposit (expires_at) where state = 'waiting';

-- the payment is the deposit of a cash order, not the order's own payment
alter table payment add column is_deposit boolean not null default false;
drop index payment_one_success;
create unique index payment_one_success on payment (order_id)
  where status = 'succeeded' and order_change_id is null and not is_deposit;
create unique index payment_one_deposit on payment (order_id) where status = 'succeeded' and is_deposit;
