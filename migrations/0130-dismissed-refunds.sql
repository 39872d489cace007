-- A refund that failed at the gateway and that the shop decided not to repeat: the person, the time and the reason.
alter table refund add column dismissed_at timestamptz;
alter table refund add column dismissed_by integer references staff on delete set null;
alter table refund add column dismissed_because text not null default '';
