-- A customer's new email address until it is confirmed by the link in the email to it. Only the hash of the link's token is stored.
create table email_change (
  customer_id integer primary key references customer on delete cascade,
  email text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
