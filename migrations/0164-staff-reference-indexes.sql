-- The deletion of a staff account sets these references to null, and those of the last two tables delete their rows: without an index it
-- reads each table whole (src/shop/staff/staff-references.test.ts). The largest of these tables, order_note, has its index in 0165.
create index carrier_compensation_staff_id_idx on carrier_compensation (staff_id) where staff_id is not null;
create index exchange_staff_id_idx on exchange (staff_id) where staff_id is not null;
create index manifest_closed_by_idx on manifest (closed_by) where closed_by is not null;
create index manifest_created_by_idx on manifest (created_by) where created_by is not null;
create index order_call_staff_id_idx on order_call (staff_id) where staff_id is not null;
create index order_print_staff_id_idx on order_print (staff_id) where staff_id is not null;
create index price_change_staff_id_idx on price_change (staff_id) where staff_id is not null;
create index product_import_staff_id_idx on product_import (staff_id) where staff_id is not null;
create index refund_request_decided_by_idx on refund_request (decided_by) where decided_by is not null;
create index refund_request_requested_by_idx on refund_request (requested_by) where requested_by is not null;
create index returned_item_staff_id_idx on returned_item (staff_id) where staff_id is not null;
create index stock_count_staff_id_idx on stock_count (staff_id) where staff_id is not null;
create index stock_count_entry_staff_id_idx on stock_count_entry (staff_id) where staff_id is not null;
create index stock_receipt_staff_id_idx on stock_receipt (staff_id) where staff_id is not null;
create index order_presence_staff_id_idx on order_presence (staff_id);
create index staff_undo_staff_id_idx on staff_undo (staff_id);
