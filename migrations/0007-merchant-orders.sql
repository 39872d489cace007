-- What merchants' programs write of orders: several shipping and fee lines, facts beside each line, refunds line by line,
-- and a search over everything that names an order.

-- Shipping and fees of an order; orders.shipping_total and fee_total are their sums.
create table order_charge (
  -- one numbering with order_line: WooCommerce's items of an order all have ids of one kind
  id integer primary key default nextval('order_line_id_seq'),
  order_id integer not null references orders on delete cascade,
  kind text not null check (kind in ('shipping', 'fee')),
  -- 'flat_rate', 'local_pickup' or whatever a merchant's program calls it; "" for fees
  method_id text not null default '',
  title text not null,
  instance_id text not null default '0',
  total bigint not null,
  meta_data jsonb not null default '[]' check (jsonb_typeof(meta_data) = 'array'),
  check (total >= 0 or kind = 'fee'),
  check ((method_id <> '') = (kind = 'shipping'))
);
create index order_charge_of on order_charge (order_id, id);
insert into order_charge (order_id, kind, method_id, title, total)
  select id, 'shipping', shipping_method, shipping_method_title, shipping_total from orders order by id;
insert into order_charge (order_id, kind, title, total)
  select id, 'fee', '', fee_total from orders where fee_total <> 0 order by id;

-- facts are [{id, key, value}]
update orders o set meta_data = (
  select jsonb_agg(jsonb_build_object('id', m.place, 'key', m.fact -> 'key', 'value', m.fact -> 'value') order by m.place)
  from jsonb_array_elements(o.meta_data) with ordinality m (fact, place))
where o.meta_data <> '[]';
alter table order_line
  add column meta_data jsonb not null default '[]' check (jsonb_typeof(meta_data) = 'array'),
  -- what a merchant called it; null where it has its product's name and choices
  add column own_name text,
  -- pieces that refunds have given back to the stock
  add column restocked integer not null default 0,
  add check (restocked between 0 and quantity);
alter table refund
  -- what was given back of each line: [{id, itemId, kind, quantity, total, …}], copied as it was called then
  add column lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  add column meta_data jsonb not null default '[]' check (jsonb_typeof(meta_data) = 'array'),
  add column actor text not null default '';

create index orders_by_modified on orders (modified_at desc, id desc);
create index refund_by_date on refund (created_at desc, id desc);

-- names, addresses, email and phone of an order, and the names of its items, folded as the product search folds them;
-- phones also without what stands between their digits
create function order_words(billing jsonb, shipping jsonb) returns text language sql immutable parallel safe as $$
  select coalesce(public.search_folded(string_agg(said, ' ')), '') from (
    select place ->> field said from unnest(array[billing, shipping]) place, unnest(array['first_name', 'last_name',
      'company', 'address_1', 'address_2', 'city', 'state', 'postcode', 'email', 'phone']) field
    union all select regexp_replace(place ->> 'phone', '[^0-9]', '', 'g') from unnest(array[billing, shipping]) place) words
$$;
alter table orders add column words text generated always as (order_words(billing, shipping)) stored;
alter table order_line add column words text generated always as (search_folded(
  (name ->> 'vi') || ' ' || (name ->> 'en') || ' ' || coalesce(own_name, '') || ' ' || coalesce(sku, ''))) stored;
create index orders_words on orders using gin (words gin_trgm_ops);
create index order_line_words on order_line using gin (words gin_trgm_ops);
