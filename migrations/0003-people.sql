create table customer (
  id integer generated always as identity (start with 1001) primary key,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,60}$'),
  email text not null,
  -- argon2id
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  -- E.164
  phone text not null check (phone ~ '^\+84[35789][0-9]{8}$'),
  address text not null default '',
  city text not null default '',
  district text not null default '',
  ward text not null default '',
  province_id integer,
  district_id integer,
  ward_code text,
  postcode text not null default '' check (postcode ~ '^([0-9]{5,6})?$'),
  language text not null default 'vi' check (language in ('vi', 'en')),
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create unique index customer_email on customer (lower(email));
create unique index customer_username on customer (lower(username));

-- only the hash of the cookie's token is kept
create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id integer not null references customer on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- absolute with "remember me" (14 days), otherwise 24 h after last_seen_at
  expires_at timestamptz not null,
  remember boolean not null
);
create index session_of on session (customer_id);
create index session_expiry on session (expires_at);

create table password_reset (
  token_hash bytea primary key check (length(token_hash) = 32),
  customer_id integer not null references customer on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_of on password_reset (customer_id);

create table wishlist_item (
  customer_id integer not null references customer on delete cascade,
  product_id integer not null references product on delete cascade,
  added_at timestamptz not null default now(),
  primary key (customer_id, product_id)
);

-- a customer's cart, or a visitor's by the hash of the cookie's token; never both
create table cart (
  id bigint generated always as identity primary key,
  customer_id integer unique references customer on delete cascade,
  token_hash bytea unique check (length(token_hash) = 32),
  version bigint not null default 0,
  updated_at timestamptz not null default now(),
  check (num_nonnulls(customer_id, token_hash) = 1)
);
create index cart_idle on cart (updated_at) where token_hash is not null;

create table cart_line (
  cart_id bigint not null references cart on delete cascade,
  key text not null,
  product_id integer not null references product on delete cascade,
  variation_id integer,
  quantity integer not null check (quantity between 1 and 999),
  added_at timestamptz not null default now(),
  primary key (cart_id, key),
  unique nulls not distinct (cart_id, product_id, variation_id),
  foreign key (variation_id, product_id) references variation (id, product_id) on delete cascade
);

create table newsletter_subscription (
  email text not null,
  customer_id integer references customer on delete set null,
  leave_token_hash bytea not null unique,
  consented_at timestamptz not null default now(),
  left_at timestamptz
);
create unique index newsletter_email on newsletter_subscription (lower(email));

-- keys of merchants' scripts: the key hashed, the secret encrypted with APP_SECRET (OAuth must sign with it)
create table merchant_key (
  id integer generated always as identity primary key,
  description text not null,
  permissions text not null check (permissions in ('read', 'write', 'read_write')),
  key_hash bytea not null unique check (length(key_hash) = 32),
  key_ending text not null,
  secret_encrypted bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table oauth_nonce (
  key_id integer not null references merchant_key on delete cascade,
  nonce text not null,
  used_at timestamptz not null default now(),
  primary key (key_id, nonce)
);
create index oauth_nonce_age on oauth_nonce (used_at);
