-- No service has accepted the code: it does not count as one that was sent, and does not replace the one before.
alter table phone_code add column not_sent boolean not null default false;
