-- Recurring jobs and an outbox kind get new names; their rows go on under them.
update schedule set job = renamed.new_name
from (values
  ('tell-sold', 'announce-stock'),
  ('count-sold', 'aggregate-sales'),
  ('turn-sales', 'apply-scheduled-sales'),
  ('settle-search', 'reindex-search'),
  ('follow-parcels', 'poll-shipments'),
  ('follow-refunds', 'poll-refunds')
) renamed (old_name, new_name)
where schedule.job = renamed.old_name;

update outbox set kind = 'poll-refunds' where kind = 'follow-refunds';
