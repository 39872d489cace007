-- During an upgrade the previous version writes the confirmation of a guest's order to guest_order; this version writes cod_confirmation.
create or replace function guest_order_confirmation() returns trigger language plpgsql as $$
begin
  insert into cod_confirmation (order_id, created_at, confirm_by, confirmed_at)
  values (new.order_id, new.placed_at, new.confirm_by, new.confirmed_at)
  on conflict (order_id) do update set confirm_by = excluded.confirm_by, confirmed_at = excluded.confirmed_at;
  return null;
end $$;
create or replace trigger guest_order_confirmation after insert or update of confirm_by, confirmed_at on guest_order
  for each row when (new.confirm_by is not null) execute function guest_order_confirmation();
