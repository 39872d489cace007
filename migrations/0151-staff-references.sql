-- The deletion of a staff account sets these references to null: without an index it reads the whole table.
create index outbox_dismissed_by_idx on outbox (dismissed_by) where dismissed_by is not null;
create index refund_dismissed_by_idx on refund (dismissed_by) where dismissed_by is not null;
create index deposit_requested_by_idx on deposit (requested_by) where requested_by is not null;
