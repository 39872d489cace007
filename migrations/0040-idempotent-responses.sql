-- The first response to a POST with an Idempotency-Key of a staff member; a repeated request gets it again.
create table idempotent_response (
  -- namespace of the key: 'staff:3'
  owner text not null,
  key text not null,
  -- of method, URL and body
  request_hash bytea not null check (length(request_hash) = 32),
  claimed_at timestamptz not null,
  -- set by the first transaction of the request: from then on the request must not be processed again
  has_written boolean not null default false,
  -- status, headers and body, encrypted with APP_SECRET: some contain secrets; null while the request is processed
  response_encrypted bytea,
  primary key (owner, key)
);
create index idempotent_response_age on idempotent_response (claimed_at);

-- A role that the owner puts together from permissions; there is at most one.
create table staff_role (
  role text primary key check (role = 'own'),
  name text not null,
  permissions text[] not null
);
alter table staff drop constraint staff_role_check;
alter table staff
  add check (role in ('owner', 'staff', 'packer', 'accountant', 'own')),
  -- an account has that role only while it exists
  add column own_role text generated always as (case when role = 'own' then role end) stored references staff_role;
