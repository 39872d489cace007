-- Each category with itself and the categories above it.
create or replace view category_path as
  with recursive path (category_id, ancestor_id, depth) as (
    select id, id, 0 from category
    union all
    select p.category_id, c.parent_id, p.depth + 1 from path p join category c on c.id = p.ancestor_id
    where c.parent_id is not null and p.depth < 10
  )
  select distinct category_id, ancestor_id from path;

-- The terms of each product: those that describe it and those that its variations offer.
create or replace view product_any_term as
  select product_id, term_id from product_term union all select product_id, term_id from product_option_term;
