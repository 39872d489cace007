-- The indexes of 0022 take the place of those before them, which takes no time.
drop index orders_of, orders_by_date, orders_by_status, orders_by_modified;
alter index orders_of_customer rename to orders_of;
alter index orders_by_creation rename to orders_by_date;
alter index orders_by_state rename to orders_by_status;
alter index orders_by_change rename to orders_by_modified;
-- Nobody looks an order up by its key, of which there are 62^13: to make sure that there is no second one, each order read and
-- wrote a page that no other order needed.
alter table orders drop constraint orders_order_key_key;

-- What was sold is announced every few seconds and counted every minute: counting costs by the product, however many of it were sold.
alter table sold_piece add column told boolean not null default false;

-- Announces the pages of what was sold since the last time: they say how many pieces are left. Returns how many sales those were.
create function tell_sold() returns integer language plpgsql as $$
declare
  sold integer[];
  said integer;
begin
  with newly as (update sold_piece set told = true where not told returning product_id)
  select count(*), array_agg(distinct product_id) into said, sold from newly;
  if said = 0 then return 0; end if;
  -- products that share their pieces have fewer too; not so many at once that all there is were announced
  perform announce_pages(array_agg(id)) from (
    select id, row_number() over () / 300 part from (
      select id from product where id = any (sold)
      union select p.id from product p where p.stock_id in (
        select stock_id from product where id = any (sold) union select stock_id from variation where product_id = any (sold))
      union select v.product_id from variation v where v.stock_id in (
        select stock_id from product where id = any (sold) union select stock_id from variation where product_id = any (sold))
    ) every) parts group by part;
  return said;
end $$;

-- As in 0019, but that the pages are told already.
-- As in 0019, but that how many are left is told already; the products' own answers say how many were sold.
create or replace function count_sold(most integer) returns integer language plpgsql as $$
declare
  counted integer;
  sold integer[];
begin
  perform tell_sold();
  with taken as (
    delete from sold_piece where id in (select id from sold_piece where told order by id limit most for update skip locked)
    returning product_id, quantity
  ), sums as materialized (
    select product_id id, sum(quantity)::integer pieces from taken group by product_id
  ), locked as materialized (
    select p.id from product p where p.id in (select id from sums) order by p.id for no key update
  ), moved as (
    update product p set total_sales = greatest(0, p.total_sales + sums.pieces)
    from sums join locked using (id) where p.id = sums.id and sums.pieces <> 0 returning p.id
  )
  select (select count(*) from taken), (select array_agg(id) from moved) into counted, sold;
  perform announce_pages(array_agg(id)) from (
    select id, row_number() over () / 300 part from unnest(sold) id) parts group by part;
  if counted > 0 then perform announce_catalogue(array['sales']); end if;
  return counted;
end $$;
