-- The first order of each phone number, in first_order. It is the one with the smallest id: ids ascend.
-- Without a phone number there is no first order.

-- The last nine digits in reverse, as in the index orders_phone; empty without a phone number.
create or replace function order_phone_key(billing jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return coalesce(reverse(right(regexp_replace(billing ->> 'phone', '[^0-9]', '', 'g'), 9)), '');
end $$;

create or replace function first_order_inserted() returns trigger language plpgsql as $$
declare phone text := order_phone_key(new.billing);
begin
  if phone = '' or new.status = 'trash' then return null; end if;
  -- waits for a transaction that removes the first order
  perform from first_order where phone_key = phone for key share;
  if not found then
    -- waits for another first order of the same phone number
    insert into first_order (phone_key, order_id) values (phone, new.id) on conflict (phone_key) do nothing;
  end if;
  return null;
end $$;
create or replace trigger first_order_insert after insert on orders for each row execute function first_order_inserted();

-- Finds the first order of a phone number again, after one that may have been it has changed. The caller has locked the row.
create or replace function refresh_first_order(phone text) returns void language plpgsql as $$
declare first_id integer;
begin
  select min(o.id) into first_id from orders o
  where (reverse(right(regexp_replace(o.billing ->> 'phone', '[^0-9]', '', 'g'), 9)) collate "C") = phone and o.status <> 'trash';
  if first_id is null then
    delete from first_order where phone_key = phone;
  else
    insert into first_order as f (phone_key, order_id) values (phone, first_id)
    on conflict (phone_key) do update set order_id = excluded.order_id where f.order_id <> excluded.order_id;
  end if;
end $$;

create or replace function first_order_changed() returns trigger language plpgsql as $$
declare
  phones text[] := array[order_phone_key(old.billing)];
  phone text;
begin
  if tg_op = 'UPDATE' then phones := phones || order_phone_key(new.billing); end if;
  -- locked in one order
  perform from first_order where phone_key = any(phones) order by phone_key for update;
  -- an order is the first one of one phone number at most: not of the old one any more when it becomes that of the new one
  delete from first_order where order_id = old.id;
  for phone in select distinct p from unnest(phones) p where p <> '' order by p loop
    perform refresh_first_order(phone);
  end loop;
  return null;
end $$;
create or replace trigger first_order_update after update of status, billing on orders for each row
  when ((old.status = 'trash') <> (new.status = 'trash') or old.billing ->> 'phone' is distinct from new.billing ->> 'phone')
  execute function first_order_changed();
create or replace trigger first_order_delete after delete on orders for each row execute function first_order_changed();
