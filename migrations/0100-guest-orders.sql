-- Orders that visitors placed without an account, while the setting guest_checkout allowed it. The row stays when the order is added to an
-- account, so that it is added once only.
create table guest_order (
  order_id integer primary key references orders on delete cascade,
  -- SHA-256 of the cookie of the browser that placed it, by which that browser reads it for 30 days; then null
  visitor bytea,
  -- SHA-256 of the token of the cart that it was made from
  cart bytea,
  placed_at timestamptz not null,
  -- of the limits of cash on delivery, for a day: a hash of the address line and the ward; the network of the client's IP address
  place_key text collate "C",
  network text,
  -- when it was added to an account
  claimed_at timestamptz,
  -- a cash order that is cancelled unless it is confirmed by then; null for any other
  confirm_by timestamptz,
  confirmed_at timestamptz
);
create index guest_order_to_confirm on guest_order (confirm_by) where confirm_by is not null and confirmed_at is null;
create index guest_order_visitor on guest_order (visitor, placed_at) where visitor is not null;
create index guest_order_cart on guest_order (cart) where cart is not null;
create index guest_order_place on guest_order (place_key, placed_at) where place_key is not null;
create index guest_order_network on guest_order (network, placed_at) where network is not null;

-- Links to one order for one purpose, for a device without a session: in emails to guests. Only the hash of a token is stored.
create table order_link (
  token_hash bytea primary key,
  order_id integer not null references orders on delete cascade,
  -- view: the order's page; claim: adding it to an account, once
  purpose text not null check (purpose in ('view', 'claim')),
  created_at timestamptz not null,
  -- by a merchant or by its use
  revoked_at timestamptz
);
create index order_link_of on order_link (order_id);
