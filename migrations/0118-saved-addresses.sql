-- The customer's address in both schemes of units: {new, old, typed, bridge, data_version, needs_check}. The street is in "address".
alter table customer add column saved_address jsonb;
-- those that were mapped with earlier units
create index customer_address_version on customer ((saved_address ->> 'data_version')) where saved_address is not null;
