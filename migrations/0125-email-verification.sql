-- Links in the email to the address of a new account: one confirms the address, the other one reports that another person created
-- the account. Only the hash of a token is stored.
create table email_verification (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id integer not null references customer on delete cascade,
  -- the address it was sent to: the links work while the account has it
  email text not null,
  purpose text not null check (purpose in ('confirm', 'refuse')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index email_verification_of on email_verification (customer_id);

-- A registered account without a login, an order and a confirmed email ends then. Null: never, as for all accounts until now.
alter table customer add column end_unless_used_at timestamptz;
create index customer_unused on customer (end_unless_used_at) where end_unless_used_at is not null;
-- When the owner of the mailbox reported that the account, which has orders, is another person's: the address gets no emails about it.
alter table customer add column email_refused_at timestamptz;
