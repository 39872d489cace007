-- Standard values for the channel and outcome of payment events. The check keeps the previous values, since processes of the previous
-- version write them until they are replaced.
alter table payment_event drop constraint payment_event_channel_check;
alter table payment_event add constraint payment_event_channel_check
  check (channel in ('create', 'return', 'webhook', 'query', 'refund', 'begin', 'notice', 'ask'));

update payment_event set channel = renamed.new_value
from (values ('begin', 'create'), ('notice', 'webhook'), ('ask', 'query')) renamed (old_value, new_value)
where channel = renamed.old_value;

update payment_event set outcome = renamed.new_value
from (values
  ('begun', 'created'),
  ('refused', 'declined'),
  ('no answer', 'no_response'),
  ('given back by hand', 'refunded_manually'),
  ('passed over', 'ignored'),
  ('heard', 'ignored'),
  ('followed', 'polled'),
  ('noted', 'recorded')
) renamed (old_value, new_value)
where outcome = renamed.old_value;
