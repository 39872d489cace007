-- The address of a profile is the default one of the customer's addresses: every writer of the columns of "customer" (the shop, an
-- import, psql) also writes the default row of customer_address, and a customer with addresses has exactly one default.

-- The address other than the default that was used last: by the newest order that was sent there, else the newest.
create or replace function last_used_address(customer integer) returns integer language sql stable as $$
  select a.id from customer_address a
  where a.customer_id = customer and not a.is_default
  order by (select max(o.created_at) from orders o
    where o.customer_id = customer and lower(o.shipping ->> 'address_1') = lower(a.address)
      and o.shipping ->> 'address_2' = a.ward and o.shipping ->> 'city' = a.city) desc nulls last, a.id desc
  limit 1
$$;

create or replace function default_address_written() returns trigger language plpgsql as $$
declare next_id integer;
begin
  if new.address = '' and new.city = '' and new.district = '' and new.ward = '' then
    delete from customer_address where customer_id = new.id and is_default;
    if not found then return null; end if;
    next_id := last_used_address(new.id);
    if next_id is null then return null; end if;
    update customer_address set is_default = true where id = next_id;
    update customer c set address = a.address, city = a.city, district = a.district, ward = a.ward, province_id = a.province_id,
      district_id = a.district_id, ward_code = a.ward_code, postcode = a.postcode, saved_address = a.saved_address
    from customer_address a where a.id = next_id and c.id = new.id;
    return null;
  end if;
  -- a default recipient that is the person of the profile stays that person; at another street that is written in the profile it is too
  if tg_op = 'UPDATE' then
    update customer_address set first_name = new.first_name, last_name = new.last_name, phone = new.phone
    where customer_id = new.id and is_default
      and ((first_name, last_name, phone) = (old.first_name, old.last_name, old.phone) or lower(address) <> lower(new.address));
  end if;
  update customer_address set address = new.address, city = new.city, district = new.district, ward = new.ward,
    province_id = new.province_id, district_id = new.district_id, ward_code = new.ward_code, postcode = new.postcode,
    saved_address = new.saved_address
  where customer_id = new.id and is_default;
  if not found then
    insert into customer_address (customer_id, first_name, last_name, phone, address, city, district, ward, province_id, district_id,
      ward_code, postcode, saved_address, is_default)
    values (new.id, new.first_name, new.last_name, new.phone, new.address, new.city, new.district, new.ward, new.province_id,
      new.district_id, new.ward_code, new.postcode, new.saved_address, true);
  end if;
  return null;
end $$;
create or replace trigger customer_address_inserted after insert on customer for each row
  when (new.address <> '' or new.city <> '' or new.district <> '' or new.ward <> '') execute function default_address_written();
create or replace trigger customer_address_changed after update on customer for each row
  when (row (old.address, old.city, old.district, old.ward, old.province_id, old.district_id, old.ward_code, old.postcode,
      old.saved_address, old.first_name, old.last_name, old.phone)
    is distinct from row (new.address, new.city, new.district, new.ward, new.province_id, new.district_id, new.ward_code, new.postcode,
      new.saved_address, new.first_name, new.last_name, new.phone))
  execute function default_address_written();
