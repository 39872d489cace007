-- Row locks are taken in the order stock -> products -> search segments -> terms and categories, and within a table by ascending
-- id, so that concurrent writers do not deadlock. Writers that touch several of them begin with lock_catalog_rows().
create or replace function lock_products(changed integer[]) returns void language plpgsql as $$
begin
  perform from product where id = any (changed) order by id for no key update;
end $$;

-- For writers whose changes reindex products; orders never need these.
create or replace function lock_search_segments(changed integer[]) returns void language plpgsql as $$
begin
  perform from search_segment where id in (select segment_id from product_search where product_id = any (changed))
  order by id for no key update;
end $$;

-- Products, all their stock and their search segments.
create or replace function lock_catalog_rows(changed integer[]) returns void language plpgsql as $$
begin
  perform from stock where id in (select stock_id from product where id = any (changed)
    union select stock_id from variation where product_id = any (changed)) order by id for no key update;
  perform lock_products(changed), lock_search_segments(changed);
end $$;
