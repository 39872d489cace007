-- Accounts of the back office. They share nothing with customers: tables, cookie and sign-in are their own.
create table staff (
  id integer generated always as identity primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'staff', 'packer', 'accountant')),
  language text not null default 'vi' check (language in ('vi', 'en')),
  -- null: no password yet, or it has to be chosen again
  password_hash text,
  created_at timestamptz not null default now(),
  -- when the link of the account was first used; null: an invitation that is pending
  activated_at timestamptz,
  closed_at timestamptz
);
create unique index staff_email on staff (lower(email));

create table staff_session (
  id integer generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  staff_id integer not null references staff on delete cascade,
  -- what is missing: the second factor, or its set-up; 'done' for a complete sign-in
  step text not null check (step in ('second_factor', 'set_up_second_factor', 'done')),
  remember boolean not null,
  user_agent text not null,
  address inet,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  reauthenticated_at timestamptz,
  wrong_codes integer not null default 0
);
create index staff_session_of on staff_session (staff_id);
create index staff_session_expiry on staff_session (expires_at);

-- An authenticator app. The secret is encrypted with APP_SECRET.
create table staff_totp (
  staff_id integer primary key references staff on delete cascade,
  secret_encrypted bytea not null,
  created_at timestamptz not null,
  -- null until a code of the app has confirmed it
  confirmed_at timestamptz,
  -- number of the 30 seconds whose code was used last: each code works once
  last_step bigint not null default 0
);

create table staff_recovery_code (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  unique (staff_id, code_hash)
);

-- Links to choose a password. Only the hash of the token is stored.
create table staff_link (
  id integer generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- null: the link creates the first owner
  staff_id integer references staff on delete cascade,
  kind text not null check (kind in ('first_owner', 'set_up', 'invitation', 'reset', 'secure')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((staff_id is null) = (kind = 'first_owner'))
);
create index staff_link_of on staff_link (staff_id);

-- Failed sign-ins by email, whether or not it has an account: both respond the same.
create table staff_sign_in_failure (
  email_hash bytea primary key check (length(email_hash) = 32),
  failures integer not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);

-- A browser that an account has signed in with.
create table staff_device (
  staff_id integer not null references staff on delete cascade,
  token_hash bytea not null check (length(token_hash) = 32),
  last_used_at timestamptz not null,
  primary key (staff_id, token_hash)
);

-- A passkey (WebAuthn credential). One whose counter decreased is revoked.
create table staff_passkey (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index staff_passkey_of on staff_passkey (staff_id);

-- A challenge for a passkey, used once, by the browser or session that requested it.
create table staff_challenge (
  challenge_hash bytea primary key check (length(challenge_hash) = 32),
  bound_to bytea not null check (length(bound_to) = 32),
  expires_at timestamptz not null
);
create index staff_challenge_expiry on staff_challenge (expires_at);

create index audit_actor on audit (actor, id);
