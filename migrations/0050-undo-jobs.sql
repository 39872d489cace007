-- The jobs of an action that can still be undone, by the action's id.
create index outbox_open_request on outbox (request_id) where done_at is null and failed_at is null;
comment on column staff_undo.before is
  '{status, paidAt, completedAt, reservedUntil, parcels: [{id, status, cancelRequestedAt, failure}], packing: {state, staffId, at}, jobs}';
