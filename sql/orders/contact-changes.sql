-- What a merchant's or staff member's edit replaces in an order's names, addresses and note: its previous and new values.
create or replace function changed_values(before jsonb, after jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(key, jsonb_build_array(coalesce(before ->> key, ''), coalesce(after ->> key, '')))
  from jsonb_object_keys(before || after) key where coalesce(before ->> key, '') <> coalesce(after ->> key, '')
$$;
-- The value of each field before the first of two edits, and after the second one.
create or replace function merged_values(first jsonb, second jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(key, jsonb_build_array(coalesce(first -> key, second -> key) -> 0, coalesce(second -> key, first -> key) -> 1))
  from jsonb_object_keys(coalesce(first, '{}') || coalesce(second, '{}')) key
$$;
create or replace function merged_contact_change(first jsonb, second jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(merged_values(first - '{billing,shipping}'::text[], second - '{billing,shipping}'::text[]), '{}')
    || jsonb_strip_nulls(jsonb_build_object('billing', merged_values(first -> 'billing', second -> 'billing'),
      'shipping', merged_values(first -> 'shipping', second -> 'shipping')))
$$;
create or replace function store_contact_change() returns trigger language plpgsql as $$
declare
  changed jsonb := jsonb_strip_nulls(jsonb_build_object(
    'billing', changed_values(old.billing, new.billing), 'shipping', changed_values(old.shipping, new.shipping),
    'customer_note', case when old.customer_note <> new.customer_note then jsonb_build_array(old.customer_note, new.customer_note) end));
begin
  if changed = '{}' then return null; end if;
  insert into order_contact_change (order_id, change) values (new.id, changed)
  on conflict (order_id, at) do update set change = merged_contact_change(order_contact_change.change, excluded.change);
  return null;
end $$;
create or replace trigger orders_contact_change after update of billing, shipping, customer_note on orders for each row
  when (coalesce(current_setting('lianne.actor', true), '') <> '' and (old.billing <> new.billing or old.shipping <> new.shipping
    or old.customer_note <> new.customer_note))
  execute function store_contact_change();
