-- The time to pay a change by bank transfer is extended once, after the first part of what it costs more.
alter table order_change add column hold_renewed_at timestamptz;
