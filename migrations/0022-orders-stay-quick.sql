-- However many orders there are, the next one costs the same, and so does a page of a customer's.
-- A customer's orders are counted without those in the bin: the index knows which those are, and no order is looked at.
drop index orders_of;
create index orders_of on orders (customer_id, created_at, id) include (status);
-- What is always added at the end of an index leaves full pages behind it, and what is added at its beginning halves them. All
-- of these are read from their end.
drop index orders_by_date, orders_by_status, orders_by_modified;
create index orders_by_date on orders (created_at, id);
create index orders_by_status on orders (status, created_at, id);
create index orders_by_modified on orders (modified_at, id);
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
create or replace function count_sold(most integer) returns integer language plpgsql as $$
declare counted integer;
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
    from sums join locked using (id) where p.id = sums.id and sums.pieces <> 0 returning 1
  )
  select count(*) into counted from taken;
  if counted > 0 then perform announce_catalogue(array['sales']); end if;
  return counted;
end $$;
