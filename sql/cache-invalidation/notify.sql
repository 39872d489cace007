-- Cache invalidation by NOTIFY: each process listens on cache_invalidation and drops the cached responses that carry one of the
-- tags in the payload (src/shop/kernel/cache).

-- A payload is limited to 8000 bytes: a longer list of tags is sent as 'catalogue', which invalidates everything.
create or replace function publish_invalidation(tags text[]) returns void language sql as $$
  select pg_notify('cache_invalidation', case when octet_length(payload) > 7000 then 'catalogue' else payload end)
  from array_to_string(tags, ' ') payload
  where payload <> ''
$$;

-- The products' own pages and cards, for changes that affect no sorting, filter or count of a list.
create or replace function invalidate_product_pages(changed integer[]) returns void language sql as $$
  select publish_invalidation(array(select 'product:' || id from unnest(changed) id))
$$;

-- The products' pages and every list that may contain them: those of their categories and of the categories above.
create or replace function invalidate_products(changed integer[]) returns void language sql as $$
  select publish_invalidation(case when cardinality(changed) > 300 then array['catalogue'] else array(
    select 'product:' || id from unnest(changed) id
    union all select distinct 'category:' || slug from product_category join category_path using (category_id)
      join category on id = ancestor_id where product_id = any (changed)
    union all select 'products') end)
  where cardinality(changed) > 0
$$;
