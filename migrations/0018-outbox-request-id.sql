-- The id of the request that asked for the work: said once in a transaction, for the triggers' rows too. Logs are searched by it.
alter table outbox add column asked_by text default nullif(current_setting('lianne.request', true), '');

-- what failed for good stays, and is counted every few seconds
create index outbox_failed on outbox (kind) where failed_at is not null;
