-- A job that failed for good and that the shop decided not to retry: the person, the time and the reason.
alter table outbox add column dismissed_at timestamptz;
alter table outbox add column dismissed_by integer references staff on delete set null;
alter table outbox add column dismissed_because text not null default '';

-- Why it failed for good: a code of its kind; null: unexpectedly.
alter table outbox add column failure_reason text;
