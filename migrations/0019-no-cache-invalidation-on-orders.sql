-- An order announces nothing by itself, unless something sells out: PostgreSQL commits announcements one after the other, and
-- no two orders could share one writing of the log to the disk. How many pieces are left is announced by the job that counts
-- what was sold.
-- Pieces are taken at the end of an order, and who waits for them waits for its commit alone. The row's key is not changed: the
-- lines of other orders may refer to it meanwhile. Who deletes the pieces of an order that waits for them waits in a circle: one
-- of the two is tried again.
create or replace function take_stock(ids integer[], wanted integer[]) returns table (short_id integer, available integer)
language plpgsql as $$
begin
  perform from stock where id = any (ids) order by id for no key update;
  return query
    select w.id, coalesce(s.quantity, 0) from unnest(ids, wanted) w (id, pieces) left join stock s on s.id = w.id
    where coalesce(s.quantity, 0) < case when coalesce(s.counted, true) then w.pieces else 1 end;
  if found then return; end if;
  perform set_config('lianne.selling', 'yes', true);
  update stock s set quantity = s.quantity - w.pieces from unnest(ids, wanted) w (id, pieces)
  where s.id = w.id and s.counted;
  perform set_config('lianne.selling', '', true);
end $$;
create or replace function lock_catalogue(changed integer[]) returns void language plpgsql as $$
begin
  perform from stock where id in (select stock_id from product where id = any (changed)
    union select stock_id from variation where product_id = any (changed)) order by id for no key update;
  perform lock_products(changed), lock_search(changed);
end $$;

create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  turned boolean := exists (select from was join now_is n using (id) where (was.quantity > 0) <> (n.quantity > 0));
  moved integer[];
  touched integer[];
begin
  if not turned and current_setting('lianne.selling', true) = 'yes' then return null; end if;
  moved := array(select id from was join now_is n using (id) where (was.quantity, was.counted) <> (n.quantity, n.counted));
  if moved = '{}' then return null; end if;
  touched := array(select id from product where stock_id = any (moved)
                   union select product_id from variation where stock_id = any (moved));
  perform announce_pages(touched);
  -- only stock that ran out or came back can change what its products are shown as, and that announces itself
  if turned then
    perform lock_products(touched);
    perform refresh_stock_status(touched);
  end if;
  return null;
end $$;

create or replace function count_sold(most integer) returns integer language plpgsql as $$
declare
  sold integer[];
  counted integer;
begin
  with taken as (
    delete from sold_piece where id in (select id from sold_piece order by id limit most for update skip locked)
    returning product_id, quantity
  ), sums as materialized (
    select product_id id, sum(quantity)::integer pieces from taken group by product_id
  ), locked as materialized (
    select p.id from product p where p.id in (select id from sums) order by p.id for no key update
  ), moved as (
    update product p set total_sales = greatest(0, p.total_sales + sums.pieces)
    from sums join locked using (id) where p.id = sums.id and sums.pieces <> 0 returning 1
  )
  select count(*), array_agg(distinct product_id) into counted, sold from taken;
  if counted = 0 then return 0; end if;
  perform announce_catalogue(array['sales']);
  -- products that share their pieces have fewer too; not so many at once that all there is were announced
  perform announce_pages(array_agg(id)) from (
    select id, row_number() over () / 300 part from (
      select id from product where id = any (sold)
      union select p.id from product p where p.stock_id in (
        select stock_id from product where id = any (sold) union select stock_id from variation where product_id = any (sold))
      union select v.product_id from variation v where v.stock_id in (
        select stock_id from product where id = any (sold) union select stock_id from variation where product_id = any (sold))
    ) every) parts group by part;
  return counted;
end $$;
