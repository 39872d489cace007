-- Filters and search of the order list: each reads one page of a million orders from an index.

create index orders_province on orders ((shipping ->> 'city'), created_at, id);
create index orders_payment_method on orders (payment_method, created_at, id);
create index orders_created_via on orders (created_via, created_at, id);
create index orders_total on orders (total, id);
-- compared byte by byte: a prefix is a range
create index orders_email on orders ((lower(billing ->> 'email')) collate "C");
create index orders_with_note on orders (created_at, id) where customer_note <> '';
create index order_note_of_person on order_note (order_id) where author <> 'system';
create index order_line_sku on order_line (lower(sku), order_id) where sku is not null;
create index order_line_variation on order_line (variation_id, order_id) where variation_id is not null;
create index order_line_gift_box on order_line (order_id) where options @> '[{"option": {"en": "Gift Box"}}]';
create index parcel_carrier on parcel (carrier, order_id);
create index packing_staff on packing (staff_id, order_id);
