-- However many orders there are, the next one costs the same, and so does a page of a customer's. Orders are read while these
-- are built, and written when they stand; 0023 puts them in the place of those that there were.
-- A customer's orders are counted without those in the bin: the index knows which those are, and no order is looked at.
create index orders_of_customer on orders (customer_id, created_at, id) include (status);
-- What is always added at the end of an index leaves full pages behind it, and what is added at its beginning halves them. All
-- of these are read from their end.
create index orders_by_creation on orders (created_at, id);
create index orders_by_state on orders (status, created_at, id);
create index orders_by_change on orders (modified_at, id);
