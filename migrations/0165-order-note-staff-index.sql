-- As in 0164, in a transaction of its own: the previous version writes refund_request before order_note, and would deadlock with a
-- migration that locks order_note before the other tables.
create index order_note_staff_id_idx on order_note (staff_id) where staff_id is not null;
