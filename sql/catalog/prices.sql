-- Prices. scheduled_sale_price, sale_from and sale_to are what the merchant set; sale_price is the sale price in force now,
-- maintained by the triggers below and, as time passes, by apply_scheduled_sales().
create or replace function active_sale_price(regular bigint, scheduled bigint, starts_at timestamptz, ends_at timestamptz, at timestamptz)
returns bigint language sql immutable as $$
  select scheduled where scheduled < regular and (starts_at is null or starts_at <= at) and (ends_at is null or at <= ends_at)
$$;

create or replace function derive_sale_price() returns trigger language plpgsql as $$
begin
  new.sale_price := active_sale_price(new.regular_price, new.scheduled_sale_price, new.sale_from, new.sale_to, now());
  return new;
end $$;
create or replace trigger derive_sale_price_insert before insert on product for each row
  when (new.type = 'simple') execute function derive_sale_price();
create or replace trigger derive_sale_price_update before update on product for each row
  when (new.type = 'simple' and (old.type is distinct from new.type or old.regular_price is distinct from new.regular_price
    or old.scheduled_sale_price is distinct from new.scheduled_sale_price
    or old.sale_from is distinct from new.sale_from or old.sale_to is distinct from new.sale_to))
  execute function derive_sale_price();
create or replace trigger derive_sale_price_insert before insert on variation for each row execute function derive_sale_price();
create or replace trigger derive_sale_price_update before update on variation for each row
  when (old.regular_price is distinct from new.regular_price or old.scheduled_sale_price is distinct from new.scheduled_sale_price
    or old.sale_from is distinct from new.sale_from or old.sale_to is distinct from new.sale_to)
  execute function derive_sale_price();

-- Starts and ends the sales whose time has come. Returns how many products and variations changed their price.
create or replace function apply_scheduled_sales(at timestamptz) returns integer language plpgsql as $$
declare products integer; variations integer;
begin
  perform lock_products(array(
    select id from product where (sale_from is not null or sale_to is not null) and type = 'simple'
      and sale_price is distinct from active_sale_price(regular_price, scheduled_sale_price, sale_from, sale_to, at)
    union select product_id from variation where (sale_from is not null or sale_to is not null)
      and sale_price is distinct from active_sale_price(regular_price, scheduled_sale_price, sale_from, sale_to, at)));
  update product set sale_price = active_sale_price(regular_price, scheduled_sale_price, sale_from, sale_to, at), modified_at = at
  where (sale_from is not null or sale_to is not null) and type = 'simple'
    and sale_price is distinct from active_sale_price(regular_price, scheduled_sale_price, sale_from, sale_to, at);
  get diagnostics products = row_count;
  update variation set sale_price = active_sale_price(regular_price, scheduled_sale_price, sale_from, sale_to, at), modified_at = at
  where (sale_from is not null or sale_to is not null)
    and sale_price is distinct from active_sale_price(regular_price, scheduled_sale_price, sale_from, sale_to, at);
  get diagnostics variations = row_count;
  return products + variations;
end $$;

-- A variable product has the price of its default variation: of the published variations with a price, the first one in the order
-- of the product's options. min_price and max_price are over all published variations. Without any price they are 0, and the
-- product's price is null.
create or replace function refresh_prices(changed integer[]) returns void language sql as $$
  update product p set regular_price = n.regular, sale_price = n.sale, min_price = n.low, max_price = n.high, on_sale = n.reduced
  from (
    select id, regular_price regular, sale_price sale, coalesce(price, 0) low, coalesce(price, 0) high,
      coalesce(sale_price < regular_price, false) reduced
    from product where id = any (changed) and type = 'simple'
    union all
    select q.id, d.regular_price, d.sale_price, coalesce(v.low, 0), coalesce(v.high, 0), coalesce(v.reduced, false)
    from product q
      left join lateral (
        select min(price) low, max(price) high, bool_or(coalesce(sale_price < regular_price, false)) reduced
        from variation where product_id = q.id and status = 'publish' and price is not null) v on true
      left join lateral (
        select regular_price, sale_price from variation v
        where product_id = q.id and status = 'publish' and price is not null
        order by array(
          select coalesce((select t.position from variation_option c join product_option_term t using (attribute_id, term_id)
                           where c.variation_id = v.id and t.product_id = q.id and c.attribute_id = o.attribute_id), -1)
          from product_option o where o.product_id = q.id order by o.position, o.attribute_id), menu_order, id limit 1) d on true
    where q.id = any (changed) and q.type = 'variable') n
  where p.id = n.id and (p.regular_price, p.sale_price, p.min_price, p.max_price, p.on_sale)
    is distinct from (n.regular, n.sale, n.low, n.high, n.reduced)
$$;
