-- The read models of the category pages: `listing` holds the published products of each category, those of the categories below
-- it included, with the columns that lists are sorted by; `category_filter_product` holds the same for each combination of a
-- category with a type, a gemstone or both. Both are refreshed by statement triggers for whole sets of products, so that a bulk
-- import costs a few statements.
create or replace function refresh_listing(changed integer[]) returns void language sql as $$
  with listed as (
    select distinct a.ancestor_id category_id, p.id product_id, p.created_at, p.total_sales, coalesce(p.price, 0) price
    from product p join product_category pc on pc.product_id = p.id join category_path a using (category_id)
    where p.id = any (changed) and p.status = 'publish' and p.catalog_visibility in ('visible', 'catalog')
  ), removed as (
    delete from listing l using (
      select category_id, product_id from listing where product_id = any (changed)
      except select category_id, product_id from listed) r
    where l.category_id = r.category_id and l.product_id = r.product_id
  )
  insert into listing (category_id, product_id, created_at, total_sales, price)
  select category_id, product_id, created_at, total_sales, price from listed
  on conflict (category_id, product_id) do update
    set created_at = excluded.created_at, total_sales = excluded.total_sales, price = excluded.price;
  select refresh_category_filters(changed)
$$;

-- The filters that products match; 0 means any type or any gemstone. Each step uses an index of its own, because an import
-- of thousands of products into an empty shop is planned with the statistics from before it.
create or replace function matching_category_filters(changed integer[])
returns table (category_id integer, type_id integer, gemstone_id integer, product_id integer,
  created_at timestamptz, total_sales integer, price bigint) language sql stable as $$
  with filter_term as materialized (
    select t.id, a.slug from term t join attribute a on a.id = t.attribute_id
    where a.slug in ('pa_type', 'pa_gemstone') and a.product_id is null
  ), product_terms as materialized (
    select m.product_id, array_agg(f.id) filter (where f.slug = 'pa_type') || 0 types,
      array_agg(f.id) filter (where f.slug = 'pa_gemstone') || 0 gemstones
    from product_term m join filter_term f on f.id = m.term_id where m.product_id = any (changed) group by m.product_id
  )
  select l.category_id, type_id, gemstone_id, t.product_id, l.created_at, l.total_sales, l.price
  from product_terms t cross join lateral (select * from listing where product_id = t.product_id offset 0) l,
    unnest(types) type_id, unnest(gemstones) gemstone_id
  where type_id + gemstone_id > 0
$$;
create or replace function refresh_category_filters(changed integer[]) returns void language sql as $$
  insert into category_filter (category_id, type_id, gemstone_id)
  select category_id, nullif(type_id, 0), nullif(gemstone_id, 0) from (
    select category_id, type_id, gemstone_id from matching_category_filters(changed)
    except select category_id, coalesce(type_id, 0), coalesce(gemstone_id, 0) from category_filter) missing
  order by 1, 2, 3 on conflict do nothing;
  with matching as materialized (
    select filter.id, m.product_id, m.created_at, m.total_sales, m.price
    from matching_category_filters(changed) m cross join lateral (
      select id from category_filter f
      where f.category_id = m.category_id and coalesce(f.type_id, 0) = m.type_id and coalesce(f.gemstone_id, 0) = m.gemstone_id
      limit 1) filter
  ), removed as (
    delete from category_filter_product p using (
      select filter_id, product_id from category_filter_product where product_id = any (changed)
      except select id, product_id from matching) r
    where p.filter_id = r.filter_id and p.product_id = r.product_id
  )
  insert into category_filter_product as p (filter_id, product_id, created_at, total_sales, price)
  select * from matching
  on conflict (filter_id, product_id) do update
    set created_at = excluded.created_at, total_sales = excluded.total_sales, price = excluded.price
    where (p.created_at, p.total_sales, p.price) is distinct from (excluded.created_at, excluded.total_sales, excluded.price)
$$;

-- category.product_count is the number of rows that `listing` has for it.
create or replace function category_count_changed() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from category where id in (select category_id from changed) order by id for no key update;
  update category c set product_count = c.product_count + step * g.products
  from (select category_id, count(*) products from changed group by category_id) g where c.id = g.category_id;
  return null;
end $$;
create or replace trigger category_count_inserted after insert on listing referencing new table as changed
  for each statement execute function category_count_changed();
create or replace trigger category_count_deleted after delete on listing referencing old table as changed
  for each statement execute function category_count_changed();

create or replace function category_filter_count_changed() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from category_filter where id in (select filter_id from changed) order by id for no key update;
  update category_filter f set product_count = f.product_count + step * g.products
  from (select filter_id, count(*) products from changed group by filter_id) g where f.id = g.filter_id;
  return null;
end $$;
create or replace trigger category_filter_count_inserted after insert on category_filter_product referencing new table as changed
  for each statement execute function category_filter_count_changed();
create or replace trigger category_filter_count_deleted after delete on category_filter_product referencing old table as changed
  for each statement execute function category_filter_count_changed();
