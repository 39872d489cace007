-- Triggers of the rows that belong to a product: its categories, terms, options, attributes, pictures and tags.

-- How many published products a term has.
create or replace function adjust_term_counts(changed integer[], step integer) returns void language plpgsql as $$
begin
  perform from term where id in (select term_id from product_any_term where product_id = any (changed)) order by id for no key update;
  update term t set product_count = t.product_count + step * g.products
  from (select term_id, count(*) products from product_any_term where product_id = any (changed) group by term_id) g
  where t.id = g.term_id;
end $$;

create or replace function product_categorised() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct product_id from changed);
begin
  if ids = '{}' then return null; end if;
  perform lock_products(ids), lock_search_segments(ids);
  perform from category where id in (select category_id from changed) order by id for share;
  perform refresh_listing(ids), refresh_search(ids), invalidate_products(ids);
  -- also the lists of the categories that the products left
  perform publish_invalidation(array(select distinct 'category:' || slug from changed join category_path using (category_id)
                                       join category on id = ancestor_id));
  return null;
end $$;
create or replace trigger product_categorised after insert on product_category referencing new table as changed
  for each statement execute function product_categorised();
create or replace trigger product_uncategorised after delete on product_category referencing old table as changed
  for each statement execute function product_categorised();

create or replace function product_terms_changed() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  ids integer[] := array(select distinct product_id from changed);
begin
  if ids = '{}' then return null; end if;
  perform lock_products(ids);
  if tg_table_name = 'product_term' then perform lock_search_segments(ids); end if;
  perform from term where id in (select term_id from changed) order by id for no key update;
  update term t set product_count = t.product_count + step * g.products
  from (select term_id, count(*) products from changed join product p on p.id = product_id and p.status = 'publish'
        group by term_id) g where t.id = g.term_id;
  if tg_table_name = 'product_term' then perform refresh_category_filters(ids), refresh_search(ids);
  else perform refresh_prices(ids); end if;
  perform invalidate_products(ids);
  return null;
end $$;
do $$
declare part text;
begin
  foreach part in array array['product_term', 'product_option_term'] loop
    execute format('create or replace trigger %1$s_insert after insert on %1$I referencing new table as changed
      for each statement execute function product_terms_changed()', part);
    execute format('create or replace trigger %1$s_delete after delete on %1$I referencing old table as changed
      for each statement execute function product_terms_changed()', part);
  end loop;
end $$;

-- The parts that only the product itself shows; the order of its options decides which variation is the default one.
create or replace function product_details_changed() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct product_id from changed);
begin
  if ids = '{}' then return null; end if;
  if tg_table_name in ('product_option', 'product_option_term') then
    perform lock_products(ids);
    perform refresh_prices(ids);
  end if;
  if tg_table_name = 'product_tag' then perform invalidate_products(ids); else perform invalidate_product_pages(ids); end if;
  return null;
end $$;
do $$
declare part text; event text;
begin
  foreach part in array array['product_picture', 'product_option', 'product_attribute', 'product_tag'] loop
    foreach event in array array['insert', 'update', 'delete'] loop
      execute format('create or replace trigger %1$s_%2$s after %2$s on %1$I referencing %3$s table as changed
        for each statement execute function product_details_changed()',
        part, event, case event when 'delete' then 'old' else 'new' end);
    end loop;
  end loop;
  -- their inserts and deletes are counted by the triggers above
  foreach part in array array['product_category', 'product_term', 'product_option_term'] loop
    execute format('create or replace trigger %1$s_update after update on %1$I referencing new table as changed
      for each statement execute function product_details_changed()', part);
  end loop;
end $$;

-- A link row that gets another product, term or category is deleted and inserted instead, so that the triggers for deletes and
-- inserts count it on both sides.
create or replace function replace_link_row() returns trigger language plpgsql as $$
begin
  execute format('delete from %I link where link = $1', tg_table_name) using old;
  execute format('insert into %I select ($1).*', tg_table_name) using new;
  return null;
end $$;
create or replace trigger product_category_moved before update of product_id, category_id on product_category
  for each row when (old.product_id <> new.product_id or old.category_id <> new.category_id) execute function replace_link_row();
create or replace trigger product_term_moved before update of product_id, term_id on product_term
  for each row when (old.product_id <> new.product_id or old.term_id <> new.term_id) execute function replace_link_row();
create or replace trigger product_option_term_moved before update of product_id, attribute_id, term_id on product_option_term
  for each row when (old.product_id <> new.product_id or old.attribute_id <> new.attribute_id or old.term_id <> new.term_id)
  execute function replace_link_row();

-- A new name is searchable at once; a category that moves takes its products along.
create or replace function term_renamed() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct product_id from product_term where term_id = new.id);
begin
  perform lock_products(ids);
  perform refresh_search(ids);
  return null;
end $$;
create or replace trigger term_renamed after update of name on term
  for each row when (old.name <> new.name) execute function term_renamed();

create or replace function category_changed() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct product_id from product_category join category_path p using (category_id)
                               where p.ancestor_id = new.id);
begin
  perform lock_products(ids);
  if old.name <> new.name or old.kind <> new.kind then
    perform refresh_search(array(select product_id from product_category where category_id = new.id));
  end if;
  if old.parent_id is distinct from new.parent_id then perform refresh_listing(ids); end if;
  return null;
end $$;
create or replace trigger category_changed after update of name, kind, parent_id on category
  for each row execute function category_changed();
