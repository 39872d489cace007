-- Pieces sold, until a job counts them on their products, together and every few seconds. An order that counted them itself
-- would lock products that others buy too, and announce stale lists: announcements are committed one after the other by the
-- whole server, so no two orders could share one writing of the log to the disk.
create table sold_piece (
  id bigint generated always as identity primary key,
  -- no foreign key: whoever is gone is not counted
  product_id integer not null,
  -- fewer than none where pieces came back
  quantity integer not null
);

-- Counts what waits, the oldest first; returns how many sales those were.
create function count_sold(most integer) returns integer language plpgsql as $$
declare counted integer;
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
  select count(*) into counted from taken;
  if counted > 0 then perform announce_catalogue(array['sales']); end if;
  return counted;
end $$;

-- Takes all of the pieces or none, in one round trip, and returns the stocks that have too few, with what they have. The rows
-- stay locked until the transaction ends; always in the order of ids, so that two orders never wait for each other in a circle.
create function take_stock(ids integer[], wanted integer[]) returns table (short_id integer, available integer)
language plpgsql as $$
begin
  perform from stock where id = any (ids) order by id for update;
  return query
    select w.id, coalesce(s.quantity, 0) from unnest(ids, wanted) w (id, pieces) left join stock s on s.id = w.id
    where coalesce(s.quantity, 0) < case when coalesce(s.counted, true) then w.pieces else 1 end;
  if found then return; end if;
  update stock s set quantity = s.quantity - w.pieces from unnest(ids, wanted) w (id, pieces)
  where s.id = w.id and s.counted;
end $$;
