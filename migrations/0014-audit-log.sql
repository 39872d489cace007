-- What merchants did: with a key through wc/v3, and with commands. A transaction that says who acts (lianne.actor, see
-- src/shop/kernel/audit.ts) leaves a row for each thing that it adds, changes or removes. Only ids, and the values of columns
-- that are named below, since no person and no secret is in those; of other columns it is said that they changed.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- 'key:3', 'command line', 'customer:1001'
  actor text not null,
  address inet,
  -- the call or the command: 'PUT products/{id}', 'orders move'
  action text not null,
  happened text not null check (happened in ('added', 'changed', 'removed', 'exported', 'done')),
  object text not null default '',
  object_id text not null default '',
  -- {"status": ["processing", "completed"], "billing": true}; {"rows": 500} where one statement wrote very many
  change jsonb not null default '{}' check (jsonb_typeof(change) = 'object')
);
create index audit_of on audit (object, object_id, id);

-- Only added to. Ten years, as long as account books are kept, and then a row may go.
create function audit_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if old.at < now() - interval '10 years' then return old; end if;
  end if;
  raise exception 'The audit log is only added to.' using errcode = 'restrict_violation';
end $$;
create trigger audit_stands before update or delete on audit for each row execute function audit_stands();
create trigger audit_is_whole before truncate on audit for each statement execute function audit_stands();

-- arguments: what it is called, its key, and the columns whose values may be told
create function audit_written() returns trigger language plpgsql as $$
declare
  actor jsonb := current_setting('lianne.actor')::jsonb;
  told text[] := string_to_array(tg_argv[2], ' ');
  -- what triggers work out, and what says only that there was a change
  derived text[] := array['words', 'in_stock', 'price', 'min_price', 'max_price', 'on_sale', 'product_count', 'total_sales'];
  dates text[] := array['created_at', 'modified_at', 'updated_at'];
  changes jsonb[];
begin
  if tg_op = 'INSERT' then
    changes := array(select jsonb_build_array(null, to_jsonb(n)) from now_is n);
  elsif tg_op = 'DELETE' then
    changes := array(select jsonb_build_array(to_jsonb(w), null) from was w);
  else
    changes := array(
      select jsonb_build_array(to_jsonb(w), to_jsonb(n)) from was w join now_is n
      on to_jsonb(w) ->> tg_argv[1] = to_jsonb(n) ->> tg_argv[1]
      where to_jsonb(w) - derived <> to_jsonb(n) - derived);
  end if;
  if cardinality(changes) > 50 then
    changes := array[jsonb_build_array(null, null, cardinality(changes))];
  end if;
  insert into audit (actor, address, action, happened, object, object_id, change)
  select actor ->> 'who', (actor ->> 'address')::inet, actor ->> 'action',
    case tg_op when 'INSERT' then 'added' when 'DELETE' then 'removed' else 'changed' end,
    tg_argv[0], coalesce(c -> 1 ->> tg_argv[1], c -> 0 ->> tg_argv[1], ''),
    case when c -> 2 is not null then jsonb_build_object('rows', c -> 2) else coalesce((
      select jsonb_object_agg(name, case when name = any (told)
        then jsonb_build_array(c -> 0 -> name, c -> 1 -> name) else 'true'::jsonb end)
      from jsonb_object_keys(case tg_op when 'DELETE' then c -> 0 else c -> 1 end) name
      where name <> all (derived || dates) and (tg_op = 'UPDATE' or name = any (told))
        and coalesce(c -> 0 -> name, 'null') <> coalesce(c -> 1 -> name, 'null')), '{}') end
  from unnest(changes) c;
  return null;
end $$;

do $$
declare audited text[]; event text;
begin
  foreach audited slice 1 in array array[
    ['product', 'product', 'id', 'sku slug type status regular_price sale_price sale_wanted sale_from sale_to featured menu_order catalog_visibility stock_id'],
    ['variation', 'variation', 'id', 'product_id sku status regular_price sale_price sale_wanted sale_from sale_to menu_order stock_id'],
    ['stock', 'stock', 'id', 'quantity counted'],
    ['category', 'category', 'id', 'slug parent_id menu_order display'],
    ['attribute', 'attribute', 'id', 'slug order_by has_archives product_id'],
    ['term', 'term', 'id', 'attribute_id slug menu_order'],
    ['tag', 'tag', 'id', 'slug'],
    ['picture', 'picture', 'id', 'hash'],
    ['orders', 'order', 'id', 'customer_id status total shipping_total fee_total discount_total payment_method paid_at completed_at'],
    ['order_note', 'order_note', 'id', 'order_id customer_note'],
    ['refund', 'refund', 'id', 'order_id payment_id amount status'],
    ['parcel', 'parcel', 'id', 'order_id carrier status fee'],
    ['customer', 'customer', 'id', ''],
    ['webhook', 'webhook', 'id', 'status topic'],
    ['merchant_key', 'key', 'id', 'permissions revoked_at'],
    ['setting', 'setting', 'name', 'value'],
    ['currency', 'currency', 'code', 'rate']]
  loop
    foreach event in array array['insert', 'update', 'delete'] loop
      execute format('create trigger audit_%2$s after %2$s on %1$I referencing %3$s for each statement
          when (coalesce(current_setting(''lianne.actor'', true), '''') <> '''')
          execute function audit_written(%4$L, %5$L, %6$L)',
        audited[1], event,
        case event when 'insert' then 'new table as now_is' when 'delete' then 'old table as was'
          else 'old table as was new table as now_is' end,
        audited[2], audited[3], audited[4]);
    end loop;
  end loop;
end $$;
