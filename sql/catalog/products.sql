-- Triggers of product and variation rows, for every writer: they refresh the read models and invalidate the response caches.

-- Adds each step (1 or -1) to the product count of its status.
create or replace function adjust_status_counts(statuses text[], steps integer[]) returns void language plpgsql as $$
begin
  insert into product_status_count as c (status, product_count)
  select status, sum(step) from unnest(statuses, steps) changes (status, step)
  group by status having sum(step) <> 0 order by status
  on conflict (status) do update set product_count = c.product_count + excluded.product_count;
end $$;

-- Copies total_sales to the lists that are sorted by it. Products whose sales class has changed are queued to be reindexed.
create or replace function refresh_total_sales(sold integer[], class_changed integer[]) returns void language plpgsql as $$
begin
  with changed as materialized (
    select id, total_sales from product where id = any (sold)
  ), in_lists as (
    update listing l set total_sales = c.total_sales from changed c where l.product_id = c.id
  )
  update category_filter_product p set total_sales = c.total_sales from changed c where p.product_id = c.id;
  insert into search_reindex_queue (product_id) select id from unnest(class_changed) id order by id on conflict do nothing;
end $$;

create or replace function product_inserted() returns trigger language plpgsql as $$
declare ids integer[] := array(select id from new_rows);
begin
  perform adjust_status_counts(array_agg(status), array_agg(1)) from new_rows;
  perform refresh_prices(ids), refresh_stock_status(ids), refresh_search(ids), invalidate_products(ids);
  return null;
end $$;
create or replace trigger product_inserted after insert on product referencing new table as new_rows
  for each statement execute function product_inserted();

-- Finds out what has changed about which products, and calls the function of each read model that depends on it.
create or replace function product_updated() returns trigger language plpgsql as $$
declare
  sold integer[];
  class_changed integer[];
  changed integer[];
  reindexed integer[];
  published integer[];
  withdrawn integer[];
  repriced integer[];
  restocked integer[];
  relisted integer[];
begin
  -- a statement trigger also fires for no rows, and the refreshes below update products again
  if not exists (select from new_rows) then return null; end if;
  -- one join for all conditions: it is planned once per connection, for one product or thousands
  select
    array_agg(id) filter (where old_rows.total_sales <> n.total_sales),
    array_agg(id) filter (where sales_class(old_rows.total_sales) <> sales_class(n.total_sales)),
    array_agg(id) filter (where to_jsonb(old_rows) - 'total_sales' <> to_jsonb(n) - 'total_sales'),
    array_agg(id) filter (where (old_rows.status, old_rows.catalog_visibility, old_rows.name)
      is distinct from (n.status, n.catalog_visibility, n.name)),
    array_agg(id) filter (where old_rows.status <> 'publish' and n.status = 'publish'),
    array_agg(id) filter (where old_rows.status = 'publish' and n.status <> 'publish'),
    array_agg(id) filter (where (old_rows.type, old_rows.regular_price, old_rows.sale_price)
      is distinct from (n.type, n.regular_price, n.sale_price)),
    array_agg(id) filter (where (old_rows.type, old_rows.stock_id) is distinct from (n.type, n.stock_id)),
    array_agg(id) filter (where (old_rows.status, old_rows.catalog_visibility, old_rows.created_at, old_rows.price)
      is distinct from (n.status, n.catalog_visibility, n.created_at, n.price))
  into sold, class_changed, changed, reindexed, published, withdrawn, repriced, restocked, relisted
  from old_rows join new_rows n using (id);
  if sold is not null then perform refresh_total_sales(sold, class_changed); end if;
  -- the usual change is a new total_sales: it needs nothing of the rest, and makes no page stale
  if changed is null then return null; end if;
  perform invalidate_products(changed);
  -- before the rows below: the order of locks.sql
  if reindexed is not null then perform lock_search_segments(reindexed); end if;
  perform adjust_status_counts(array_agg(status), array_agg(step))
    from (select status, 1 step from new_rows union all select status, -1 from old_rows) steps;
  if published is not null then perform adjust_term_counts(published, 1); end if;
  if withdrawn is not null then perform adjust_term_counts(withdrawn, -1); end if;
  if repriced is not null then perform refresh_prices(repriced); end if;
  if restocked is not null then perform refresh_stock_status(restocked); end if;
  if relisted is not null then perform refresh_listing(relisted); end if;
  if reindexed is not null then perform refresh_search(reindexed); end if;
  return null;
end $$;
create or replace trigger product_updated after update on product referencing old table as old_rows new table as new_rows
  for each statement execute function product_updated();

-- Before the row is deleted, while its terms are still there to be counted; the lists lose it by their foreign keys.
create or replace function product_deleted() returns trigger language plpgsql as $$
begin
  if old.status = 'publish' then perform adjust_term_counts(array[old.id], -1); end if;
  perform adjust_status_counts(array[old.status], array[-1]);
  perform invalidate_products(array[old.id]);
  return old;
end $$;
create or replace trigger product_deleted before delete on product for each row execute function product_deleted();

-- Two sizes with stock rows of their own may sell out in two transactions at once, and each would see the other one as still in
-- stock: the product is locked before anything is computed from its variations. A function's statements see what was committed
-- while it waited for the lock.
create or replace function variation_changed() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct product_id from changed);
begin
  if ids = '{}' then return null; end if;
  perform lock_products(ids);
  perform refresh_prices(ids), refresh_stock_status(ids), invalidate_products(ids);
  return null;
end $$;
create or replace trigger variation_inserted after insert on variation referencing new table as changed
  for each statement execute function variation_changed();
create or replace trigger variation_updated after update on variation referencing new table as changed
  for each statement execute function variation_changed();
create or replace trigger variation_deleted after delete on variation referencing old table as changed
  for each statement execute function variation_changed();

create or replace function variation_options_changed() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct v.product_id from changed join variation v on v.id = variation_id);
begin
  if ids = '{}' then return null; end if;
  perform lock_products(ids);
  perform refresh_prices(ids), invalidate_product_pages(ids);
  return null;
end $$;
do $$
declare event text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    execute format('create or replace trigger variation_option_%1$s after %1$s on variation_option
      referencing %2$s table as changed for each statement execute function variation_options_changed()',
      event, case event when 'delete' then 'old' else 'new' end);
  end loop;
end $$;
