-- Enqueues webhook deliveries for orders, products and customers that were created, updated or deleted.

create or replace function has_active_webhook(resource text) returns boolean language plpgsql stable as $$
begin
  return exists (select from webhook where status = 'active' and topic like resource || '.%');
end $$;

-- One outbox row for each active webhook of the topic. A resource that changes several times in a transaction is delivered once. One
-- created in the transaction is delivered as created only, also where its own triggers update it before the trigger for inserts runs.
create or replace function enqueue_webhooks(event text, ids integer[]) returns void language sql as $$
  delete from outbox where event like '%.created'
    and exists (select from webhook m where m.status = 'active' and m.topic = event)
    and unique_key in (
      select format('webhook:%s:%s:%s:%s', w.id, w.topic, changed, txid_current())
      from webhook w cross join unnest(ids) changed where w.topic = replace(event, '.created', '.updated'));
  insert into outbox (kind, payload, unique_key)
  select 'webhook', jsonb_build_object('webhook', w.id, 'topic', event, 'id', changed),
    format('webhook:%s:%s:%s:%s', w.id, event, changed, txid_current())
  from webhook w cross join unnest(ids) changed
  where w.status = 'active' and w.topic = event
    and not (event like '%.updated' and exists (
      select from webhook m join outbox o on o.unique_key =
        format('webhook:%s:%s:%s:%s', m.id, replace(event, '.updated', '.created'), changed, txid_current())
      where m.status = 'active' and m.topic = replace(event, '.updated', '.created')))
  on conflict (unique_key) do nothing
$$;

-- The three functions below take the resource's name as their argument.
create or replace function resource_inserted() returns trigger language plpgsql as $$
begin
  if has_active_webhook(tg_argv[0]) then
    perform enqueue_webhooks(tg_argv[0] || '.created', array(select id from new_rows));
  end if;
  return null;
end $$;
create or replace function resource_deleted() returns trigger language plpgsql as $$
begin
  if has_active_webhook(tg_argv[0]) then
    perform enqueue_webhooks(tg_argv[0] || '.deleted', array(select id from old_rows));
  end if;
  return null;
end $$;
-- A move to the status 'trash' is a deletion, and one away from it a restoration.
create or replace function resource_updated() returns trigger language plpgsql as $$
-- internal bookkeeping, which no webhook reports
declare ignored text[] := array['total_sales', 'stock_reserved_until', 'end_unless_used_at', 'saved_address', 'email_owned_at'];
begin
  if not has_active_webhook(tg_argv[0]) then return null; end if;
  perform enqueue_webhooks(tg_argv[0] || '.updated', array(
    select id from old_rows join new_rows using (id)
    where to_jsonb(old_rows) - ignored <> to_jsonb(new_rows) - ignored
      and coalesce(to_jsonb(old_rows) ->> 'status', '') <> 'trash' and coalesce(to_jsonb(new_rows) ->> 'status', '') <> 'trash'));
  perform enqueue_webhooks(tg_argv[0] || '.deleted', array(
    select id from old_rows join new_rows using (id)
    where to_jsonb(old_rows) ->> 'status' <> 'trash' and to_jsonb(new_rows) ->> 'status' = 'trash'));
  perform enqueue_webhooks(tg_argv[0] || '.restored', array(
    select id from old_rows join new_rows using (id)
    where to_jsonb(old_rows) ->> 'status' = 'trash' and to_jsonb(new_rows) ->> 'status' <> 'trash'));
  return null;
end $$;
do $$
declare resource text; target text;
begin
  foreach resource in array array['order', 'product', 'customer'] loop
    target := case resource when 'order' then 'orders' else resource end;
    execute format('create or replace trigger webhook_insert after insert on %I referencing new table as new_rows
      for each statement execute function resource_inserted(%L)', target, resource);
    execute format('create or replace trigger webhook_update after update on %I referencing old table as old_rows new table as new_rows
      for each statement execute function resource_updated(%L)', target, resource);
    execute format('create or replace trigger webhook_delete after delete on %I referencing old table as old_rows
      for each statement execute function resource_deleted(%L)', target, resource);
  end loop;
end $$;

-- A stock quantity is a field of its products and variations.
create or replace function stock_webhooks() returns trigger language plpgsql as $$
declare changed integer[];
begin
  if not has_active_webhook('product') then return null; end if;
  changed := array(select id from old_rows join new_rows using (id) where old_rows.quantity <> new_rows.quantity);
  perform enqueue_webhooks('product.updated', array(
    select id from product where stock_id = any (changed) and status <> 'trash'
    union select product_id from variation v join product p on p.id = v.product_id
      where v.stock_id = any (changed) and p.status <> 'trash'));
  return null;
end $$;
create or replace trigger webhook_update after update on stock referencing old table as old_rows new table as new_rows
  for each statement execute function stock_webhooks();
