-- Moves products to where their sales have brought them, so many at most. Returns how many.
create or replace function settle_search(most integer) returns integer language plpgsql as $$
declare moved integer[] := array(select product_id from search_unsettled order by product_id limit most);
begin
  if moved = '{}' then return 0; end if;
  -- products first: who sells one holds it, and then notes it among the unsettled
  perform lock_products(moved), lock_search(moved);
  delete from search_unsettled where product_id = any (moved);
  -- searches that were kept since the sale have the old order
  perform refresh_search(moved), announce_catalogue(array['sales']);
  return cardinality(moved);
end $$;

-- A row that is given another product, term or category leaves the one and joins the other.
create function product_moved() returns trigger language plpgsql as $$
begin
  execute format('delete from %I kept where kept = $1', tg_table_name) using old;
  execute format('insert into %I select ($1).*', tg_table_name) using new;
  return null;
end $$;
create trigger product_category_moved before update of product_id, category_id on product_category for each row
  when ((old.product_id, old.category_id) <> (new.product_id, new.category_id)) execute function product_moved();
create trigger product_term_moved before update of product_id, term_id on product_term for each row
  when ((old.product_id, old.term_id) <> (new.product_id, new.term_id)) execute function product_moved();
create trigger product_option_term_moved before update of product_id, attribute_id, term_id on product_option_term for each row
  when ((old.product_id, old.attribute_id, old.term_id) <> (new.product_id, new.attribute_id, new.term_id))
  execute function product_moved();
