-- What merchants find an order by: the generated column orders.search_text. In plpgsql, because a body in SQL is parsed and planned
-- again by each statement that calls it, and that of plpgsql once per connection.
create or replace function order_search_text(billing jsonb, shipping jsonb) returns text
language plpgsql immutable parallel safe as $$
begin
  return public.fold_text(concat_ws(' ',
    billing ->> 'first_name', billing ->> 'last_name', billing ->> 'company', billing ->> 'address_1',
    billing ->> 'address_2', billing ->> 'city', billing ->> 'state', billing ->> 'postcode', billing ->> 'email',
    billing ->> 'phone',
    shipping ->> 'first_name', shipping ->> 'last_name', shipping ->> 'company', shipping ->> 'address_1',
    shipping ->> 'address_2', shipping ->> 'city', shipping ->> 'state', shipping ->> 'postcode', shipping ->> 'email',
    shipping ->> 'phone',
    regexp_replace(billing ->> 'phone', '[^0-9]', '', 'g'), regexp_replace(shipping ->> 'phone', '[^0-9]', '', 'g')));
end $$;
