-- The customer whose account an email is about: its address may be a previous one, or one that is not confirmed. Emails about an order are
-- found by the order.
alter table outbox add column customer_id integer;
create index outbox_customer on outbox (customer_id) where customer_id is not null;

update outbox set customer_id = c.id from customer c
where kind = 'mail' and outbox.created_at >= c.created_at and payload ->> 'template' in
  ('welcome', 'password_reset', 'email_change_confirm', 'email_change_requested', 'email_changed')
  and payload -> 'values' ->> 'username' = c.username;
update outbox set customer_id = n.customer_id from newsletter_subscription n
where kind = 'mail' and payload ->> 'template' = 'newsletter_welcome' and lower(payload ->> 'to') = lower(n.email);

-- Which daily limit an email that was sent counts towards, by a hash of the recipient's mailbox; null: none.
alter table outbox add column limit_key text;
create index outbox_limit on outbox (limit_key, smtp_data_at) where limit_key is not null;
drop index outbox_mail_recipient;
