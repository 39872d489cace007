-- What a merchant's programs are told of: orders, products and customers that were made, changed or deleted, whoever did it.
create table webhook (
  id integer generated always as identity primary key,
  name text not null,
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  topic text not null check (topic ~ '^(order|product|customer)\.(created|updated|deleted|restored)$'),
  delivery_url text not null,
  -- signs deliveries; encrypted with APP_SECRET
  secret_encrypted bytea not null,
  -- deliveries that failed in a row; five disable the webhook
  failures integer not null default 0 check (failures >= 0),
  -- after a failure nothing is sent before this
  rests_until timestamptz,
  pinged_at timestamptz,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
create index webhook_listening on webhook (topic) where status = 'active';

-- each attempt to deliver, kept for a month
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  topic text not null,
  resource_id integer not null,
  request_url text not null,
  request_headers jsonb not null,
  request_body text not null,
  -- null where no answer came
  response_status integer,
  response_body text not null default '',
  -- why it failed, in words; "" where it did not
  error text not null default '',
  duration_ms integer not null check (duration_ms >= 0),
  created_at timestamptz not null
);
create index webhook_delivery_of on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_age on webhook_delivery (created_at);

-- One outbox row for each webhook that listens. Changed several times in one transaction is told once. What was made in it is
-- not told as changed too, although its own triggers change it before it is told as made.
create function queue_webhooks(happened text, ids integer[]) returns void language sql as $$
  delete from outbox where happened like '%.created'
    and exists (select from webhook m where m.status = 'active' and m.topic = happened)
    and unique_key in (
      select format('webhook:%s:%s:%s:%s', w.id, w.topic, changed, txid_current())
      from webhook w cross join unnest(ids) changed where w.topic = replace(happened, '.created', '.updated'));
  insert into outbox (kind, payload, unique_key)
  select 'webhook', jsonb_build_object('webhook', w.id, 'topic', happened, 'id', changed),
    format('webhook:%s:%s:%s:%s', w.id, happened, changed, txid_current())
  from webhook w cross join unnest(ids) changed
  where w.status = 'active' and w.topic = happened
    and not (happened like '%.updated' and exists (
      select from webhook m join outbox o on o.unique_key =
        format('webhook:%s:%s:%s:%s', m.id, replace(happened, '.updated', '.created'), changed, txid_current())
      where m.status = 'active' and m.topic = replace(happened, '.updated', '.created')))
  on conflict (unique_key) do nothing
$$;
create function somebody_listens(resource text) returns boolean language sql stable as $$
  select exists (select from webhook where status = 'active' and topic like resource || '.%')
$$;

-- for tables with a status: 'trash' is deleted, and back from it restored
create function resource_inserted() returns trigger language plpgsql as $$
begin
  if somebody_listens(tg_argv[0]) then
    perform queue_webhooks(tg_argv[0] || '.created', array(select id from now_is));
  end if;
  return null;
end $$;
create function resource_deleted() returns trigger language plpgsql as $$
begin
  if somebody_listens(tg_argv[0]) then
    perform queue_webhooks(tg_argv[0] || '.deleted', array(select id from was));
  end if;
  return null;
end $$;
create function resource_updated() returns trigger language plpgsql as $$
begin
  if not somebody_listens(tg_argv[0]) then return null; end if;
  -- pieces sold are counted on the product, and are no change of it
  perform queue_webhooks(tg_argv[0] || '.updated', array(
    select id from was join now_is using (id)
    where to_jsonb(was) - 'total_sales' <> to_jsonb(now_is) - 'total_sales'
      and coalesce(to_jsonb(was) ->> 'status', '') <> 'trash' and coalesce(to_jsonb(now_is) ->> 'status', '') <> 'trash'));
  perform queue_webhooks(tg_argv[0] || '.deleted', array(
    select id from was join now_is using (id)
    where to_jsonb(was) ->> 'status' <> 'trash' and to_jsonb(now_is) ->> 'status' = 'trash'));
  perform queue_webhooks(tg_argv[0] || '.restored', array(
    select id from was join now_is using (id)
    where to_jsonb(was) ->> 'status' = 'trash' and to_jsonb(now_is) ->> 'status' <> 'trash'));
  return null;
end $$;
create function stock_told() returns trigger language plpgsql as $$
declare moved integer[];
begin
  if not somebody_listens('product') then return null; end if;
  moved := array(select id from was join now_is using (id) where was.quantity <> now_is.quantity);
  perform queue_webhooks('product.updated', array(
    select id from product where stock_id = any (moved) and status <> 'trash'
    union select product_id from variation v join product p on p.id = v.product_id
      where v.stock_id = any (moved) and p.status <> 'trash'));
  return null;
end $$;
create trigger order_made after insert on orders referencing new table as now_is
  for each statement execute function resource_inserted('order');
create trigger order_changed after update on orders referencing old table as was new table as now_is
  for each statement execute function resource_updated('order');
create trigger order_gone after delete on orders referencing old table as was
  for each statement execute function resource_deleted('order');
create trigger product_made after insert on product referencing new table as now_is
  for each statement execute function resource_inserted('product');
create trigger product_changed after update on product referencing old table as was new table as now_is
  for each statement execute function resource_updated('product');
create trigger product_gone after delete on product referencing old table as was
  for each statement execute function resource_deleted('product');
create trigger product_stock_told after update on stock referencing old table as was new table as now_is
  for each statement execute function stock_told();
create trigger customer_made after insert on customer referencing new table as now_is
  for each statement execute function resource_inserted('customer');
create trigger customer_changed after update on customer referencing old table as was new table as now_is
  for each statement execute function resource_updated('customer');
create trigger customer_gone after delete on customer referencing old table as was
  for each statement execute function resource_deleted('customer');
