-- The first order of each phone number, without those in the trash: the filter of the order list then reads a row per phone number instead of
-- comparing a million orders. Maintained by the triggers of sql/orders/first-orders.sql.
create table first_order (
  -- as in the index orders_phone
  phone_key text collate "C" primary key,
  order_id integer not null unique references orders on delete cascade
);
-- adds those of existing orders, in pages, while the shop runs
insert into outbox (kind, payload, unique_key)
select 'derive_first_orders', '{}', 'derive-first-orders' where exists (select from orders);

-- the orders of a product, without reading its lines
create index order_line_product_order on order_line (product_id, order_id);
drop index order_line_product;
