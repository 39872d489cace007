-- Read models of the catalogue: what the lists and the search stand on, kept by trigger whoever writes. All of them are
-- statement triggers that refresh whole sets of products, so that a bulk import costs a few statements and not a million.
-- a product in stock: itself, or one of its published variations
alter table product add column in_stock boolean not null default false;
create function refresh_stock_status(changed integer[]) returns void language sql as $$
  update product p set in_stock = s.now_in_stock
  from (select q.id, case q.type
          when 'simple' then (select quantity > 0 from stock where id = q.stock_id)
          else exists (select from variation v join stock s on s.id = v.stock_id
                       where v.product_id = q.id and v.status = 'publish' and s.quantity > 0) end now_in_stock
        from product q where q.id = any (changed)) s
  where p.id = s.id and p.in_stock is distinct from s.now_in_stock
$$;
-- Published products on the shelf of each category and of the categories above it, with what lists are sorted by.
create table listing (
  category_id integer not null references category on delete cascade,
  product_id integer not null references product on delete cascade,
  created_at timestamptz not null,
  total_sales integer not null,
  -- of the default variation: the price that the card shows
  price bigint not null,
  primary key (category_id, product_id)
);
create index listing_newest on listing (category_id, created_at desc, product_id desc);
create index listing_popular on listing (category_id, total_sales, product_id);
create index listing_by_price on listing (category_id, price, product_id);
create index listing_of on listing (product_id);
create view category_path as
  with recursive path (category_id, ancestor_id, depth) as (
    select id, id, 0 from category
    union all
    select p.category_id, c.parent_id, p.depth + 1 from path p join category c on c.id = p.ancestor_id
    where c.parent_id is not null and p.depth < 10
  )
  select distinct category_id, ancestor_id from path;
create function refresh_listing(changed integer[]) returns void language sql as $$
  with shelf as (
    select distinct a.ancestor_id category_id, p.id product_id, p.created_at, p.total_sales, p.price
    from product p join product_category pc on pc.product_id = p.id join category_path a using (category_id)
    where p.id = any (changed) and p.status = 'publish'
  ), gone as (
    delete from listing l where product_id = any (changed)
      and not exists (select from shelf s where s.category_id = l.category_id and s.product_id = l.product_id)
  )
  insert into listing (category_id, product_id, created_at, total_sales, price)
  select category_id, product_id, created_at, total_sales, price from shelf
  on conflict (category_id, product_id) do update
    set created_at = excluded.created_at, total_sales = excluded.total_sales, price = excluded.price
$$;
-- category.product_count is the length of its shelf: published products, those of categories below it included
drop function product_filed() cascade;
drop function product_published() cascade;
drop function count_category(integer, integer);
create function shelf_changed() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update category c set product_count = c.product_count + step * g.pieces
  from (select category_id, count(*) pieces from changed group by category_id) g where c.id = g.category_id;
  return null;
end $$;
create trigger shelf_grew after insert on listing referencing new table as changed for each statement execute function shelf_changed();
create trigger shelf_shrank after delete on listing referencing old table as changed for each statement execute function shelf_changed();
-- how many products there are of each status, and published ones of each term
create table product_tally (status text primary key, products integer not null);
alter table term add column product_count integer not null default 0 check (product_count >= 0);
create view product_any_term as
  select product_id, term_id from product_term union all select product_id, term_id from product_option_term;
create function count_terms(changed integer[], step integer) returns void language sql as $$
  update term t set product_count = t.product_count + step * g.products
  from (select term_id, count(*) products from product_any_term where product_id = any (changed) group by term_id) g
  where t.id = g.term_id
$$;
-- What the search looks in: the words of a product's name (weight A), and of its terms and categories (B), folded to
-- plain letters; beside them the same words with their marks, by which better matches are told.
create table product_search (
  lang text not null check (lang in ('vi', 'en')),
  product_id integer not null references product on delete cascade,
  published boolean not null,
  total_sales integer not null,
  words tsvector not null,
  marked tsvector not null,
  primary key (product_id, lang)
);
create index product_search_vi on product_search using gin (words) with (fastupdate = off) where lang = 'vi' and published;
create index product_search_en on product_search using gin (words) with (fastupdate = off) where lang = 'en' and published;
create index product_search_drafts on product_search (product_id) where not published;
-- Every word there is, with its marks and folded; and each folded one under all spellings that one left-out letter makes:
-- two words one slip apart meet in one of them. A word that no product has any more does no harm.
create table search_word (lang text not null, marked text not null, word text collate "C" not null, primary key (lang, marked));
create index search_word_folded on search_word (lang, word);
create table search_slip (lang text not null, slip text not null, word text not null, primary key (lang, slip, word));
-- The one definition of how text is folded, for what is kept and for what is asked. Immutable as long as the unaccent
-- dictionary is. Capitals with marks are spelled out because lower() leaves them alone in a database of locale C.
create function search_marked(text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(
    lower(translate(normalize($1, NFC),
      'ĐĂÂÊÔƠƯÁÀẢÃẠẮẰẲẴẶẤẦẨẪẬÉÈẺẼẸẾỀỂỄỆÍÌỈĨỊÓÒỎÕỌỐỒỔỖỘỚỜỞỠỢÚÙỦŨỤỨỪỬỮỰÝỲỶỸỴ',
      'đăâêôơưáàảãạắằẳẵặấầẩẫậéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+', ' ', 'g'))
$$;
create function search_unmarked(marked text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(public.unaccent('public.unaccent', marked)), '[^a-z0-9 ]+', '', 'g')
$$;
create function search_folded(text) returns text language sql immutable strict parallel safe as $$
  select public.search_unmarked(public.search_marked($1))
$$;
create function search_vector(folded text, weight text) returns tsvector language sql immutable strict parallel safe as $$
  select coalesce(string_agg(format('''%s'':1%s', left(word, 60), weight), ' '), '')::tsvector
  from unnest(string_to_array(folded, ' ')) word where word <> ''
$$;
create function search_slips(word text) returns setof text language sql immutable strict parallel safe as $$
  select word union select left(word, place - 1) || substr(word, place + 1) from generate_series(1, length(word)) place
$$;
create function refresh_search(changed integer[]) returns void language sql as $$
  with language (lang) as (values ('vi'), ('en')), filed as materialized (
    -- what products are filed under is folded once for all of them
    select *, search_unmarked(marked) words from (
      select false shelf, id, lang, search_marked(name ->> lang) marked from term cross join language
      where id in (select term_id from product_term where product_id = any (changed))
      union all
      select true, id, lang, search_marked(name ->> lang) from category cross join language
      where kind <> 'hidden' and id in (select category_id from product_category where product_id = any (changed))) names
  ), filed_under as (
    select product_id, lang, string_agg(marked, ' ') marked, string_agg(words, ' ') words from (
      select product_id, term_id id, false shelf from product_term where product_id = any (changed)
      union all select product_id, category_id, true from product_category where product_id = any (changed)) of_product
    join filed using (id, shelf) group by product_id, lang
  ), said as materialized (
    select id, lang, status = 'publish' published, total_sales, search_marked(name ->> lang) marked
    from product cross join language where id = any (changed) and status <> 'trash'
  ), folded as materialized (
    select s.id, s.lang, published, total_sales, search_unmarked(s.marked) own_words, coalesce(f.words, '') filed_words,
      array(select left(word, 60) from unnest(string_to_array(concat_ws(' ', s.marked, f.marked), ' ')) word where word <> '') marked
    from said s left join filed_under f on f.product_id = s.id and f.lang = s.lang
  ), gone as (
    delete from product_search s using product p where p.id = s.product_id and p.id = any (changed) and p.status = 'trash'
  ), known as (
    insert into search_word (lang, marked, word)
    select lang, word, search_unmarked(word) from (select distinct lang, word from folded, unnest(marked) word) had
    where word !~ '[0-9]' and not exists (select from search_word w where w.lang = had.lang and w.marked = had.word)
    order by lang, word on conflict do nothing returning lang, word
  ), slips as (
    insert into search_slip (lang, slip, word) select lang, slip, word from known, search_slips(word) slip
    where length(word) > 3 on conflict do nothing
  )
  insert into product_search (lang, product_id, published, total_sales, words, marked)
  select lang, id, published, total_sales,
    search_vector(own_words, 'A') || search_vector(filed_words, 'B'), array_to_tsvector(marked)
  from folded
  on conflict (product_id, lang) do update
    set published = excluded.published, total_sales = excluded.total_sales, words = excluded.words, marked = excluded.marked
$$;
-- Tells every process what is stale, on the channel that the response cache follows. Many at once are told as 'catalogue'.
create function announce_catalogue(tags text[]) returns void language sql as $$
  select pg_notify('catalogue_changed', case when octet_length(said) > 7000 then 'catalogue' else said end)
  from array_to_string(tags, ' ') said
  where said <> ''
$$;
create function announce_products(changed integer[]) returns void language sql as $$
  select announce_catalogue(array(
    select 'product:' || id from unnest(changed) id
    union all select distinct 'category:' || slug from product_category join category_path using (category_id)
      join category on id = ancestor_id where product_id = any (changed)
    union all select 'products'))
  where cardinality(changed) > 0
$$;
-- prices, as before, for whole sets of products
drop function variation_priced() cascade;
drop function product_priced() cascade;
drop function product_prices(integer);
create function refresh_prices(changed integer[]) returns void language sql as $$
  update product p set min_price = n.low, max_price = n.high, on_sale = n.sale
  from (select q.id, coalesce(min(v.price), q.price) low, coalesce(max(v.price), q.price) high,
          coalesce(bool_or(coalesce(v.sale_price < v.regular_price, false)) filter (where v.id is not null),
                   q.sale_price < q.regular_price, false) sale
        from product q left join variation v on v.product_id = q.id and v.status = 'publish'
        where q.id = any (changed) group by q.id) n
  where p.id = n.id and (p.min_price, p.max_price, p.on_sale) is distinct from (n.low, n.high, n.sale)
$$;
create function product_inserted() returns trigger language plpgsql as $$
begin
  insert into product_tally as t (status, products) select status, count(*) from now_is group by status
  on conflict (status) do update set products = t.products + excluded.products;
  perform refresh_prices(ids), refresh_stock_status(ids), refresh_search(ids) from (select array_agg(id) ids from now_is) c;
  return null;
end $$;
create trigger product_inserted after insert on product referencing new table as now_is
  for each statement execute function product_inserted();
create function product_updated() returns trigger language plpgsql as $$
begin
  -- a statement trigger fires for no rows too, and the refreshing below updates products again
  if not exists (select from now_is) then return null; end if;
  update listing l set total_sales = n.total_sales from was join now_is n using (id)
  where l.product_id = n.id and was.total_sales <> n.total_sales;
  update product_search s set total_sales = n.total_sales from was join now_is n using (id)
  where s.product_id = n.id and was.total_sales <> n.total_sales;
  -- the usual change is that one was sold: an order does not pay for the rest
  if not exists (select from was join now_is n using (id)
      where (was.status, was.name, was.type, was.stock_id, was.regular_price, was.sale_price, was.created_at)
        is distinct from (n.status, n.name, n.type, n.stock_id, n.regular_price, n.sale_price, n.created_at)) then
    return null;
  end if;
  insert into product_tally as t (status, products)
  select status, sum(step) from (select status, 1 step from now_is union all select status, -1 from was) moved
  group by status having sum(step) <> 0 on conflict (status) do update set products = t.products + excluded.products;
  perform count_terms(array(select id from was join now_is n using (id) where was.status <> 'publish' and n.status = 'publish'), 1);
  perform count_terms(array(select id from was join now_is n using (id) where was.status = 'publish' and n.status <> 'publish'), -1);
  perform refresh_prices(array(select id from was join now_is n using (id)
    where (was.regular_price, was.sale_price) is distinct from (n.regular_price, n.sale_price)));
  perform refresh_stock_status(array(select id from was join now_is n using (id)
    where (was.type, was.stock_id) is distinct from (n.type, n.stock_id)));
  perform refresh_listing(array(select id from was join now_is n using (id)
    where (was.status, was.created_at, was.price) is distinct from (n.status, n.created_at, n.price)));
  perform refresh_search(array(select id from was join now_is n using (id)
    where (was.status, was.name) is distinct from (n.status, n.name)));
  return null;
end $$;
create trigger product_updated after update on product referencing old table as was new table as now_is
  for each statement execute function product_updated();
-- before, while its terms are still there to be counted; the lists lose it by their foreign keys
create function product_deleted() returns trigger language plpgsql as $$
begin
  if old.status = 'publish' then perform count_terms(array[old.id], -1); end if;
  update product_tally set products = products - 1 where status = old.status;
  return old;
end $$;
create trigger product_deleted before delete on product for each row execute function product_deleted();
create function variation_changed() returns trigger language plpgsql as $$
begin
  perform refresh_prices(ids), refresh_stock_status(ids) from (select array_agg(distinct product_id) ids from changed) c;
  return null;
end $$;
create trigger variation_inserted after insert on variation referencing new table as changed for each statement execute function variation_changed();
create trigger variation_updated after update on variation referencing new table as changed for each statement execute function variation_changed();
create trigger variation_deleted after delete on variation referencing old table as changed for each statement execute function variation_changed();
-- Pieces sold or come back: the products' pages are stale, and their lists too where one sells out or comes back.
create function stock_moved() returns trigger language plpgsql as $$
declare
  moved integer[] := array(select id from was join now_is using (id) where was.quantity <> now_is.quantity);
  touched integer[];
  turned integer[];
begin
  if moved = '{}' then return null; end if;
  touched := array(select id from product where stock_id = any (moved)
                   union select product_id from variation where stock_id = any (moved));
  perform announce_catalogue(array(select 'product:' || id from unnest(touched) id));
  -- only stock that ran out or came back can change what its products are shown as
  if exists (select from was join now_is using (id) where (was.quantity > 0) <> (now_is.quantity > 0)) then
    turned := array(select id from product where id = any (touched) and in_stock);
    perform refresh_stock_status(touched);
    perform announce_products(array(select id from product where id = any (touched) and in_stock <> (id = any (turned))));
  end if;
  return null;
end $$;
create trigger stock_moved after update on stock referencing old table as was new table as now_is
  for each statement execute function stock_moved();
create function product_filed() returns trigger language plpgsql as $$
begin
  perform refresh_listing(ids), refresh_search(ids) from (select array_agg(distinct product_id) ids from changed) c;
  return null;
end $$;
create trigger product_filed after insert on product_category referencing new table as changed for each statement execute function product_filed();
create trigger product_unfiled after delete on product_category referencing old table as changed for each statement execute function product_filed();
create function product_described() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update term t set product_count = t.product_count + step * g.products
  from (select term_id, count(*) products from changed join product p on p.id = product_id and p.status = 'publish'
        group by term_id) g where t.id = g.term_id;
  if tg_table_name = 'product_term' then perform refresh_search(array(select distinct product_id from changed)); end if;
  return null;
end $$;
create trigger product_described after insert on product_term referencing new table as changed for each statement execute function product_described();
create trigger product_undescribed after delete on product_term referencing old table as changed for each statement execute function product_described();
create trigger option_added after insert on product_option_term referencing new table as changed for each statement execute function product_described();
create trigger option_removed after delete on product_option_term referencing old table as changed for each statement execute function product_described();
-- a new name is found under; a category that moves takes its products along
create function term_renamed() returns trigger language plpgsql as $$
begin
  perform refresh_search(array(select distinct product_id from product_term where term_id = new.id));
  return null;
end $$;
create trigger term_renamed after update of name on term for each row when (old.name <> new.name) execute function term_renamed();
create function category_changed() returns trigger language plpgsql as $$
begin
  if old.name <> new.name or old.kind <> new.kind then
    perform refresh_search(array(select product_id from product_category where category_id = new.id));
  end if;
  if old.parent_id is distinct from new.parent_id then
    perform refresh_listing(array(select distinct product_id from product_category join category_path p using (category_id)
                                  where p.ancestor_id = new.id));
  end if;
  return null;
end $$;
create trigger category_changed after update of name, kind, parent_id on category for each row execute function category_changed();
-- lists of wc/v3 that no category narrows; those of 0002 serve the storefront's orders
create index product_by_highest_price on product (max_price, id) where status = 'publish';
create index product_modified on product (modified_at desc, id desc);
create index product_created on product (created_at desc, id desc);
create index product_title_vi on product (search_folded(name ->> 'vi'), id);
create index product_title_en on product (search_folded(name ->> 'en'), id);
create index product_on_sale on product (created_at desc, id desc) where on_sale and status = 'publish';
create index product_featured on product (created_at desc, id desc) where featured and status = 'publish';
create index product_option_term_of on product_option_term (term_id, product_id);
-- a database that has products already
update category set product_count = 0;
insert into product_tally (status, products) select status, count(*) from product group by status;
select refresh_prices(ids), refresh_stock_status(ids), refresh_listing(ids), refresh_search(ids),
  count_terms(array(select id from product where status = 'publish'), 1)
from (select array_agg(id) ids from product) every where ids is not null;
