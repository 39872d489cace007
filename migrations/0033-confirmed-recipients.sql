-- When a link that was emailed to the account's address was last used: the mailbox is the customer's own. Null: unconfirmed.
alter table customer add column email_confirmed_at timestamptz;

-- How many emails an address got lately, for the limit of order emails to unconfirmed addresses.
create index outbox_mail_recipient on outbox (lower(payload ->> 'to'), smtp_data_at) where kind = 'mail' and smtp_data_at is not null;
