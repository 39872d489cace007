-- Stock: reserving it for an order, showing what is left, and counting sales.

-- A product is in stock when it has a quantity itself, or one of its published variations has.
create or replace function refresh_stock_status(changed integer[]) returns void language sql as $$
  update product p set in_stock = s.now_in_stock
  from (select q.id, case q.type
          when 'simple' then (select quantity > 0 from stock where id = q.stock_id)
          else exists (select from variation v join stock s on s.id = v.stock_id
                       where v.product_id = q.id and v.status = 'publish' and s.quantity > 0) end now_in_stock
        from product q where q.id = any (changed)) s
  where p.id = s.id and p.in_stock is distinct from s.now_in_stock
$$;

-- Reserves all of the quantities or none, in one round trip, and returns the stock rows that have too little, with what they have.
-- The rows stay locked until the transaction ends, always by ascending id, so that two orders never deadlock. The lock leaves the
-- key alone: lines of other orders may refer to the row meanwhile. A transaction that deletes stock that an order waits for may
-- deadlock with it; one of the two is retried.
-- The cause is that of the stock movements, see stock-movements.sql.
-- The limits bound the row estimates (an unknown limit is taken for a tenth), so that one generic plan fits any array.
create or replace function reserve_stock(ids integer[], quantities integer[], cause jsonb default '{"reason": "sold"}') returns table (short_id integer, available integer)
language plpgsql as $$
declare
  short integer[];
  on_hand integer[];
  sells_out boolean;
  ignored text;
begin
  select array_agg(r.id) filter (where r.is_short), array_agg(r.quantity) filter (where r.is_short), bool_or(r.left_over = 0)
  into short, on_hand, sells_out
  from (
    select w.id, coalesce(s.quantity, 0) quantity, s.quantity - w.requested left_over,
      coalesce(s.quantity, 0) < case when coalesce(s.managed, true) then w.requested else 1 end is_short
    from (select * from unnest(ids, quantities) u (id, requested) order by id limit cardinality(ids)) w
      -- one row after the other, by ascending id
      left join lateral (select quantity, managed from stock where id = w.id for no key update) s on true) r;
  if short is not null then
    return query select * from unnest(short, on_hand);
    return;
  end if;
  -- Read by stock_changed(), which has nothing to do where nothing sells out. An order sends no NOTIFY of its own, because
  -- PostgreSQL serializes the commits of transactions that do, and orders could not share a flush of the log: the job
  -- announce-stock sends it every few seconds.
  if not sells_out then ignored := set_config('lianne.skip_stock_notify', 'yes', true); end if;
  ignored := set_config('lianne.stock_cause', cause::text, true);
  update stock s set quantity = s.quantity - w.requested
  from (select * from unnest(ids, quantities) limit cardinality(ids)) w (id, requested) where s.id = w.id and s.managed;
  ignored := set_config('lianne.stock_cause', '', true);
  ignored := set_config('lianne.skip_stock_notify', '', true);
end $$;

create or replace function stock_changed() returns trigger language plpgsql as $$
declare
  changed integer[];
  products integer[];
begin
  if current_setting('lianne.skip_stock_notify', true) = 'yes' then return null; end if;
  changed := array(select id from old_rows join new_rows n using (id)
                   where (old_rows.quantity, old_rows.managed) <> (n.quantity, n.managed));
  if changed = '{}' then return null; end if;
  products := array(select id from product where stock_id = any (changed)
                    union select product_id from variation where stock_id = any (changed));
  perform invalidate_product_pages(products);
  -- only stock that sold out or came back can change the products' stock status; that update invalidates the lists by itself
  if exists (select from old_rows join new_rows n using (id) where (old_rows.quantity > 0) <> (n.quantity > 0)) then
    perform lock_products(products);
    perform refresh_stock_status(products);
  end if;
  return null;
end $$;
create or replace trigger stock_changed after update on stock referencing old table as old_rows new table as new_rows
  for each statement execute function stock_changed();

-- Invalidates the pages of the products sold since the last call: they show how many are left. Returns the number of sales.
create or replace function announce_stock_changes() returns integer language plpgsql as $$
declare
  sold integer[];
  announced_count integer;
begin
  with newly as (update sales_queue set announced = true where not announced returning product_id)
  select count(*), array_agg(distinct product_id) into announced_count, sold from newly;
  if announced_count = 0 then return 0; end if;
  -- products that share the stock have less too; in parts, so that no payload grows so long that it invalidates everything
  perform invalidate_product_pages(array_agg(id)) from (
    select id, row_number() over () / 300 part from (
      select id from product where id = any (sold)
      union select p.id from product p where p.stock_id in (
        select stock_id from product where id = any (sold) union select stock_id from variation where product_id = any (sold))
      union select v.product_id from variation v where v.stock_id in (
        select stock_id from product where id = any (sold) union select stock_id from variation where product_id = any (sold))
    ) every) parts group by part;
  return announced_count;
end $$;

-- Adds queued sales to their products' total_sales, the oldest first. An order that did so itself would lock products that other
-- orders sell too. Returns the number of sales.
create or replace function aggregate_sales(max_rows integer) returns integer language plpgsql as $$
declare
  aggregated integer;
  sold integer[];
begin
  perform announce_stock_changes();
  with taken as (
    delete from sales_queue
    where id in (select id from sales_queue where announced order by id limit max_rows for update skip locked)
    returning product_id, quantity
  ), sums as materialized (
    select product_id id, sum(quantity)::integer quantity from taken group by product_id
  ), locked as materialized (
    select p.id from product p where p.id in (select id from sums) order by p.id for no key update
  ), updated as (
    update product p set total_sales = greatest(0, p.total_sales + sums.quantity)
    from sums join locked using (id) where p.id = sums.id and sums.quantity <> 0 returning p.id
  )
  select (select count(*) from taken), (select array_agg(id) from updated) into aggregated, sold;
  perform invalidate_product_pages(array_agg(id)) from (
    select id, row_number() over () / 300 part from unnest(sold) id) parts group by part;
  if aggregated > 0 then perform publish_invalidation(array['sales']); end if;
  return aggregated;
end $$;
