-- What a code is for: a look-up counts whether a message was sent or not, since its limits must not show whether there is such an order.
alter table phone_code add column purpose text not null default 'lookup' check (purpose in ('lookup', 'confirm'));
