-- Codes of six digits that prove a phone number. Deleted after a day, for which they count.
create table phone_code (
  id bigint generated always as identity primary key,
  -- hashes under a key of APP_SECRET: the phone number; what the code is for, with order and phone number; the code
  phone bytea not null,
  subject bytea not null,
  code_hash bytea not null,
  -- of the IP address of the client that requested it
  network text not null,
  created_at timestamptz not null,
  tries smallint not null default 0,
  used_at timestamptz
);
create index phone_code_phone on phone_code (phone, created_at);
create index phone_code_subject on phone_code (subject, id);
create index phone_code_network on phone_code (network, created_at);

-- The price of each message with a code, for the budget of the day.
create table phone_message (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null,
  channel text not null check (channel in ('zalo', 'sms')),
  price integer not null check (price >= 0)
);
create index phone_message_sent_at on phone_message (sent_at);

-- The tokens of the Zalo Official Account: a refresh token is valid once, so the next one is stored here.
create table zalo_token (
  one boolean primary key default true check (one),
  -- SHA-256 of the refresh token of the environment that they follow from; another one there replaces them
  origin bytea not null,
  -- encrypted with APP_SECRET
  tokens bytea not null,
  expires_at timestamptz not null
);

-- The order is confirmed by a code sent to its phone, where codes can be sent: its network has placed many.
alter table cod_confirmation add column needs_code boolean not null default false;
