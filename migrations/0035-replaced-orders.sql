-- The order that the customer's next submit made of this one, which was not paid: a payment of this one that arrives later is
-- refunded as long as the other is open or paid. Written before that order, in the same transaction, hence deferred.
alter table orders add column replaced_by integer references orders on delete set null deferrable initially deferred
  check (replaced_by <> id);
create index orders_replaced on orders (replaced_by) where replaced_by is not null;
-- Until when a capture of this payment may be under way at its gateway: its order is not replaced meanwhile. Null: none is.
alter table payment add column capture_until timestamptz;
