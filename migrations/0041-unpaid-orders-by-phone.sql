-- The unpaid orders that one phone number has made lately, for the limits of unpaid online orders. The open ones are found by
-- orders_holding, so that placing an order writes nothing here.
create index orders_closed_by_phone on orders ((billing ->> 'phone'), created_at) where status in ('cancelled', 'failed');
