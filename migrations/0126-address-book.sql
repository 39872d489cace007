-- The addresses of a customer. The address of the profile is the default one: the columns of "customer" and its row here have the same
-- address (sql/customers/default-address.sql).
create table customer_address (
  id integer generated always as identity primary key,
  customer_id integer not null references customer on delete cascade,
  -- "Office"; may be empty
  label text not null default '',
  -- the recipient; the phone in E.164
  first_name text not null,
  last_name text not null,
  phone text not null,
  -- as in "customer"
  address text not null default '',
  city text not null default '',
  district text not null default '',
  ward text not null default '',
  province_id integer,
  district_id integer,
  ward_code text,
  postcode text not null default '' check (postcode ~ '^([0-9]{5,6})?$'),
  saved_address jsonb,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index customer_address_of on customer_address (customer_id);
create unique index customer_address_default on customer_address (customer_id) where is_default;

insert into customer_address (customer_id, first_name, last_name, phone, address, city, district, ward, province_id, district_id, ward_code,
  postcode, saved_address, is_default, created_at)
select id, first_name, last_name, phone, address, city, district, ward, province_id, district_id, ward_code, postcode, saved_address, true,
  modified_at
from customer where address <> '' or city <> '' or district <> '' or ward <> '';
