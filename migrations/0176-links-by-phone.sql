-- The link was made by a code sent to the order's phone: another phone number of the order ends it, see sql/orders/order-links.sql.
alter table order_link add column by_phone boolean not null default false;
