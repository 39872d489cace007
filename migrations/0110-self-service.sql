-- What customers do with their own orders: a refund can be requested by the order's customer, who wants to cancel it.
alter table refund_request add column by_customer boolean not null default false;
