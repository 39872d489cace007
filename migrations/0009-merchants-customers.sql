-- Accounts that merchants make: WooCommerce's names of accounts may have dots and hyphens, and a telephone is no must.
alter table customer drop constraint customer_username_check;
alter table customer add constraint customer_username_check check (username ~ '^[A-Za-z0-9_.-]{1,60}$');
alter table customer drop constraint customer_phone_check;
alter table customer add constraint customer_phone_check check (phone = '' or phone ~ '^\+84[35789][0-9]{8}$');
-- what a merchant's program wrote of the addresses, laid over the profile; a change of the profile takes its own fields back
alter table customer add column billing jsonb not null default '{}' check (jsonb_typeof(billing) = 'object');
alter table customer add column shipping jsonb not null default '{}' check (jsonb_typeof(shipping) = 'object');
alter table customer add column meta_data jsonb not null default '[]' check (jsonb_typeof(meta_data) = 'array');
create index customer_by_name on customer (lower(username), id);
create index customer_registered on customer (created_at, id);
