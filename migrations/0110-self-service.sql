-- What customers do with their own orders: the order's customer can request a refund, to cancel the order.
alter table refund_request add column by_customer boolean not null default false;
