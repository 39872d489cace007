-- Movements: every change of a stock's quantity, in the statement that makes it, so that none is missing, from any program.
-- A transaction with a known cause sets lianne.stock_cause (src/shop/catalog/stock-cause.ts) to {reason, order_id, count_id, receipt_id, file, note, actor}.

-- Without a cause the actor of the audit log gives the reason.
create or replace function stock_reason(cause jsonb, actor text, is_new boolean) returns text language sql immutable as $$
  select coalesce(cause ->> 'reason',
    case when actor like 'key:%' then 'api_client' when is_new then 'opening' else 'correction' end)
$$;

create or replace function record_stock_movements() returns trigger language plpgsql as $$
declare
  cause jsonb := nullif(current_setting('lianne.stock_cause', true), '')::jsonb;
  -- a job often has a more exact cause: the gateway or the customer
  actor_name text := coalesce(nullif(nullif(current_setting('lianne.actor', true), '')::jsonb ->> 'name', 'job'), cause ->> 'actor');
  change_reason text := stock_reason(cause, actor_name, tg_op = 'INSERT');
begin
  if tg_op = 'UPDATE' then
    insert into stock_movement (stock_id, quantity, old_stock, new_stock, reason, order_id, count_id, receipt_id, file, note, actor)
    select n.id, n.quantity - o.quantity, o.quantity, n.quantity, change_reason, (cause ->> 'order_id')::integer,
      (cause ->> 'count_id')::integer, (cause ->> 'receipt_id')::integer, cause ->> 'file', cause ->> 'note', actor_name
    from new_rows n join old_rows o on o.id = n.id where n.quantity <> o.quantity;
  elsif tg_op = 'INSERT' then
    insert into stock_movement (stock_id, quantity, old_stock, new_stock, reason, file, actor)
    select id, quantity, 0, quantity, change_reason, cause ->> 'file', actor_name from new_rows where quantity <> 0;
  else
    insert into stock_movement (stock_id, quantity, old_stock, new_stock, reason, file, actor)
    select id, -quantity, quantity, 0, change_reason, cause ->> 'file', actor_name from old_rows where quantity <> 0;
  end if;
  return null;
end $$;
create or replace trigger stock_moved_insert after insert on stock referencing new table as new_rows
  for each statement execute function record_stock_movements();
create or replace trigger stock_moved_update after update on stock referencing old table as old_rows new table as new_rows
  for each statement execute function record_stock_movements();
create or replace trigger stock_moved_delete after delete on stock referencing old table as old_rows
  for each statement execute function record_stock_movements();

-- The history is append-only; tables are emptied only to restore a backup, which disables the triggers.
create or replace function stock_movement_immutable() returns trigger language plpgsql as $$
begin
  raise exception 'Stock movements are only added to.' using errcode = 'restrict_violation';
end $$;
create or replace trigger stock_movement_immutable before update or delete on stock_movement
  for each statement execute function stock_movement_immutable();

-- Stock from before these triggers, whose creation has locked the table against writers.
insert into stock_movement (stock_id, quantity, old_stock, new_stock, reason)
select s.id, s.quantity, 0, s.quantity, 'opening' from stock s
where s.quantity <> 0 and not exists (select from stock_movement m where m.stock_id = s.id);
