-- Read models whose cost does not grow with the catalogue: a search that counts and ranks with bitmaps, and filtered lists
-- that stand ready in every order.

-- 1. The search. Published products stand in segments of 4096 places, those that sell about equally well together, and for
-- each word there is a bitmap of the places where it is found. Words are put together by & and |, counted by bit_count,
-- and the best sellers come first without sorting: a few operations of 512 bytes a segment, whatever is asked for.
-- How well a product sells, in steps of about 40 %: a sale seldom moves it.
create function sales_class(total_sales integer) returns smallint language sql immutable strict parallel safe as $$
  select floor(2 * ln(1 + total_sales) / ln(2))::smallint
$$;
create table search_segment (
  id integer generated always as identity primary key,
  -- what is not published stands apart: merchants find it too
  published boolean not null,
  sales_class smallint not null,
  taken bit(4096) not null default 0::bit(4096),
  free smallint not null default 4096 check (free between 0 and 4096)
);
create index search_segment_room on search_segment (published, sales_class, id) where free > 0;
drop table product_search;
drop function search_vector(text, text);
create table product_search (
  product_id integer primary key references product on delete cascade,
  segment_id integer not null references search_segment,
  slot smallint not null check (slot between 0 and 4095),
  -- what finds it: the language, A for a word of the name or B for one of its terms and categories, the word with its marks
  keys text[] not null,
  unique (segment_id, slot)
);
-- derived from product_search by its triggers
create table search_posting (
  lang text not null,
  word text collate "C" not null,
  marked text collate "C" not null,
  in_name boolean not null,
  segment_id integer not null references search_segment,
  places bit(4096) not null,
  primary key (lang, word, marked, in_name, segment_id)
);
-- so many spellings has a word: without that, all of them are read
alter function search_slips(text) rows 10;
-- products whose sales have moved to another class: settle_search() sees to them, so that no order has to
create table search_unsettled (product_id integer primary key);

-- the numbers of the bits that are set
create function places_in(places bit) returns setof integer language sql immutable strict parallel safe rows 50 as $$
  select (sum(length(gap) + 1) over (order by nth) - 1)::integer
  from unnest(string_to_array(places::text, '1')) with ordinality gaps (gap, nth) order by nth limit bit_count(places)
$$;
-- Held by whoever changes what finds a product, before terms and categories are locked. Orders never need them.
create function lock_search(changed integer[]) returns void language plpgsql as $$
begin
  perform from search_segment where id in (select segment_id from product_search where product_id = any (changed))
  order by id for no key update;
end $$;
create or replace function lock_catalogue(changed integer[]) returns void language plpgsql as $$
begin
  perform from stock where id in (select stock_id from product where id = any (changed)
    union select stock_id from variation where product_id = any (changed)) order by id for update;
  perform lock_products(changed), lock_search(changed);
end $$;
create function search_written(gone product_search[], come product_search[]) returns void language plpgsql as $$
begin
  perform from search_segment where id in (select segment_id from unnest(gone) union select segment_id from unnest(come))
  order by id for no key update;
  with moved as (
    select segment_id, slot, sum(step) step from (
      select segment_id, slot, -1 step from unnest(gone) union all select segment_id, slot, 1 from unnest(come)) both_ways
    group by segment_id, slot having sum(step) <> 0
  )
  update search_segment s set taken = s.taken # m.places, free = s.free - m.step
  from (select segment_id, sum(step) step, bit_or(set_bit(0::bit(4096), slot, 1)) places from moved group by segment_id) m
  where s.id = m.segment_id;
  -- every bit that changes is turned over
  with turned as (
    select key, segment_id, slot from (
      select unnest(keys) key, segment_id, slot from unnest(gone)
      union all select unnest(keys), segment_id, slot from unnest(come)) both_ways
    group by key, segment_id, slot having count(*) = 1
  ), by_word as (
    select left(key, 2) lang, search_word_of(substr(key, 4)) word, substr(key, 4) marked, substr(key, 3, 1) = 'A' in_name,
      segment_id, bit_or(set_bit(0::bit(4096), slot, 1)) places
    from turned group by key, segment_id
  )
  insert into search_posting as p (lang, word, marked, in_name, segment_id, places)
  select * from by_word where word <> '' order by 1, 2, 3, 4, 5
  on conflict (lang, word, marked, in_name, segment_id) do update set places = p.places # excluded.places;
  if gone <> '{}' then
    delete from search_posting p using (
      select distinct left(key, 2) lang, substr(key, 4) marked, segment_id from unnest(gone), unnest(keys) key) g
    where p.lang = g.lang and p.word = search_word_of(g.marked) and p.marked = g.marked and p.segment_id = g.segment_id
      and p.places = 0::bit(4096);
  end if;
end $$;
-- a word as it is looked up: without its marks
create function search_word_of(marked text) returns text language sql immutable strict parallel safe as $$
  select left(replace(public.search_unmarked(marked), ' ', ''), 60)
$$;
create function search_inserted() returns trigger language plpgsql as $$
begin
  if exists (select from now_is) then perform search_written('{}', array(select row(product_id, segment_id, slot, keys)::product_search from now_is)); end if;
  return null;
end $$;
create function search_updated() returns trigger language plpgsql as $$
begin
  if exists (select from now_is) then perform search_written(array(select row(product_id, segment_id, slot, keys)::product_search from was), array(select row(product_id, segment_id, slot, keys)::product_search from now_is)); end if;
  return null;
end $$;
create function search_deleted() returns trigger language plpgsql as $$
begin
  if exists (select from was) then perform search_written(array(select row(product_id, segment_id, slot, keys)::product_search from was), '{}'); end if;
  return null;
end $$;
create trigger search_inserted after insert on product_search referencing new table as now_is
  for each statement execute function search_inserted();
create trigger search_updated after update on product_search referencing old table as was new table as now_is
  for each statement execute function search_updated();
create trigger search_deleted after delete on product_search referencing old table as was
  for each statement execute function search_deleted();

-- What finds products: the words of their names, and those of their terms and of their categories that are not hidden.
create function search_keys(changed integer[]) returns table (id integer, keys text[]) language sql as $$
  with language (lang) as (values ('vi'), ('en')), filed as materialized (
    -- what products are filed under is taken apart once for all of them
    select false shelf, id, lang || 'B' kind, search_marked(name ->> lang) words from term cross join language
    where id in (select term_id from product_term where product_id = any (changed))
    union all
    select true, id, lang || 'B', search_marked(name ->> lang) from category cross join language
    where kind <> 'hidden' and id in (select category_id from product_category where product_id = any (changed))
  ), said as (
    select id, lang || 'A' kind, search_marked(name ->> lang) words from product cross join language
    where id = any (changed)
    union all
    select product_id, kind, words from (
      select product_id, term_id id, false shelf from product_term where product_id = any (changed)
      union all select product_id, category_id, true from product_category where product_id = any (changed)) of_product
    join filed using (id, shelf)
  )
  select id, array_agg(distinct kind || left(word, 60)) filter (where word <> '')
  from said left join lateral unnest(string_to_array(words, ' ')) word on true group by id
$$;
create type search_place as (product_id integer, segment_id integer, slot smallint);
-- Finds room for products that have no place, or one among others than they belong with now.
create function search_places(changed integer[]) returns search_place[] language plpgsql as $$
declare
  placed search_place[] := '{}';
  wanting record;
  waiting integer[];
  room search_segment;
  last_room integer;
begin
  for wanting in
    select published, sales_class, array_agg(id order by id) ids from (
      select id, status = 'publish' and catalog_visibility in ('visible', 'search') published, sales_class(total_sales) sales_class
      from product where id = any (changed)) p
    where not exists (select from product_search s join search_segment g on g.id = s.segment_id
                      where s.product_id = p.id and (g.published, g.sales_class) = (p.published, p.sales_class))
    group by 1, 2 order by 1, 2
  loop
    waiting := wanting.ids;
    last_room := 0;
    while waiting <> '{}' loop
      -- whoever else is filling one now goes on doing so
      select * into room from search_segment
      where published = wanting.published and sales_class = wanting.sales_class and free > 0 and id > last_room
      order by id limit 1 for no key update skip locked;
      if not found then
        insert into search_segment (published, sales_class) values (wanting.published, wanting.sales_class) returning * into room;
      end if;
      placed := placed || array(
        select row(waiting[nth], room.id, slot)::search_place
        from places_in(~room.taken) with ordinality free (slot, nth) where nth <= cardinality(waiting));
      waiting := waiting[room.free + 1:];
      last_room := room.id;
    end loop;
  end loop;
  return placed;
end $$;
create or replace function refresh_search(changed integer[]) returns void language plpgsql as $$
declare kept integer[] := array(select id from product where id = any (changed) and status <> 'trash');
begin
  delete from product_search where product_id = any (changed) and product_id <> all (kept);
  insert into product_search as s (product_id, segment_id, slot, keys)
  select k.id, coalesce(n.segment_id, p.segment_id), coalesce(n.slot, p.slot), coalesce(k.keys, '{}')
  from search_keys(kept) k left join unnest(search_places(kept)) n on n.product_id = k.id
    left join product_search p on p.product_id = k.id
  on conflict (product_id) do update set segment_id = excluded.segment_id, slot = excluded.slot, keys = excluded.keys
    where (s.segment_id, s.slot, s.keys) is distinct from (excluded.segment_id, excluded.slot, excluded.keys);
  with known as (
    insert into search_word (lang, marked, word)
    select lang, marked, search_word_of(marked) from (
      select distinct left(key, 2) lang, substr(key, 4) marked from product_search, unnest(keys) key
      where product_id = any (kept)) had
    where marked !~ '[0-9]' and not exists (select from search_word w where w.lang = had.lang and w.marked = had.marked)
    order by lang, marked on conflict do nothing returning lang, word
  )
  insert into search_slip (lang, slip, word) select lang, slip, word from known, search_slips(word) slip
  where length(word) > 3 on conflict do nothing;
end $$;
-- Moves products to where their sales have brought them, so many at most. Returns how many.
create function settle_search(most integer) returns integer language plpgsql as $$
declare moved integer[];
begin
  with moving as (
    delete from search_unsettled where product_id in (
      select product_id from search_unsettled order by product_id limit most for update skip locked) returning product_id
  )
  select coalesce(array_agg(product_id), '{}') into moved from moving;
  if moved = '{}' then return 0; end if;
  perform lock_products(moved), lock_search(moved);
  perform refresh_search(moved);
  return cardinality(moved);
end $$;
-- Products that have every word, each perhaps unfinished.
create function search_products(of_lang text, wanted text, unpublished boolean)
returns setof integer language sql stable rows 200 as $$
  with asked as (
    select nth, search_word_of(word) word from unnest(string_to_array(search_marked(wanted), ' ')) with ordinality w (word, nth)
    where search_word_of(word) <> ''
  ), hit as (
    select segment_id, nth, bit_or(places) places from asked a cross join lateral (
      select segment_id, places from search_posting where lang = of_lang and word between a.word and a.word || '~' offset 0) p
    group by segment_id, nth
  ), every as (
    select segment_id, bit_and(places) places from hit group by segment_id having count(*) = (select count(*) from asked)
  )
  select s.product_id from every join search_segment g on g.id = segment_id and (published or unpublished),
    places_in(places) place join product_search s on s.slot = place where s.segment_id = every.segment_id
$$;

-- 2. Filtered lists. A shelf for each type, each gemstone and each pair of them that a category has, with its length, and
-- its products in all three orders: `listing` has those of whole categories.
create table filtered_shelf (
  id integer generated always as identity primary key,
  category_id integer not null references category on delete cascade,
  type_id integer references term on delete cascade,
  gemstone_id integer references term on delete cascade,
  product_count integer not null default 0 check (product_count >= 0),
  check (num_nonnulls(type_id, gemstone_id) > 0)
);
create unique index filtered_shelf_key on filtered_shelf (category_id, coalesce(type_id, 0), coalesce(gemstone_id, 0));
create index filtered_shelf_type on filtered_shelf (type_id);
create index filtered_shelf_gemstone on filtered_shelf (gemstone_id);
create table filtered_listing (
  shelf_id integer not null references filtered_shelf on delete cascade,
  product_id integer not null references product on delete cascade,
  created_at timestamptz not null,
  total_sales integer not null,
  price bigint not null,
  primary key (shelf_id, product_id)
);
create index filtered_listing_newest on filtered_listing (shelf_id, created_at desc, product_id desc);
create index filtered_listing_popular on filtered_listing (shelf_id, total_sales, product_id);
create index filtered_listing_by_price on filtered_listing (shelf_id, price, product_id);
create index filtered_listing_of on filtered_listing (product_id);
create function filtered_shelf_changed() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from filtered_shelf where id in (select shelf_id from changed) order by id for no key update;
  update filtered_shelf f set product_count = f.product_count + step * g.pieces
  from (select shelf_id, count(*) pieces from changed group by shelf_id) g where f.id = g.shelf_id;
  return null;
end $$;
create trigger filtered_shelf_grew after insert on filtered_listing referencing new table as changed
  for each statement execute function filtered_shelf_changed();
create trigger filtered_shelf_shrank after delete on filtered_listing referencing old table as changed
  for each statement execute function filtered_shelf_changed();
-- Where products stand; 0 is no type, no gemstone. Step by step, each by the index it needs: an import of thousands of
-- products into an empty shop is planned by what the tables held before.
create function filtered_places(changed integer[])
returns table (category_id integer, type_id integer, gemstone_id integer, product_id integer,
  created_at timestamptz, total_sales integer, price bigint) language sql stable as $$
  with filter_term as materialized (
    select t.id, a.slug from term t join attribute a on a.id = t.attribute_id
    where a.slug in ('pa_type', 'pa_gemstone') and a.product_id is null
  ), filed as materialized (
    select m.product_id, array_agg(f.id) filter (where f.slug = 'pa_type') || 0 types,
      array_agg(f.id) filter (where f.slug = 'pa_gemstone') || 0 gemstones
    from product_term m join filter_term f on f.id = m.term_id where m.product_id = any (changed) group by m.product_id
  )
  select l.category_id, type_id, gemstone_id, filed.product_id, l.created_at, l.total_sales, l.price
  from filed cross join lateral (select * from listing where product_id = filed.product_id offset 0) l,
    unnest(types) type_id, unnest(gemstones) gemstone_id
  where type_id + gemstone_id > 0
$$;
create function refresh_filtered_listing(changed integer[]) returns void language sql as $$
  insert into filtered_shelf (category_id, type_id, gemstone_id)
  select category_id, nullif(type_id, 0), nullif(gemstone_id, 0) from (
    select category_id, type_id, gemstone_id from filtered_places(changed)
    except select category_id, coalesce(type_id, 0), coalesce(gemstone_id, 0) from filtered_shelf) wanting
  order by 1, 2, 3 on conflict do nothing;
  with place as materialized (
    select shelf.id, p.product_id, p.created_at, p.total_sales, p.price
    from filtered_places(changed) p cross join lateral (
      select id from filtered_shelf f
      where f.category_id = p.category_id and coalesce(f.type_id, 0) = p.type_id and coalesce(f.gemstone_id, 0) = p.gemstone_id
      limit 1) shelf
  ), gone as (
    delete from filtered_listing l using (
      select shelf_id, product_id from filtered_listing where product_id = any (changed)
      except select id, product_id from place) g
    where l.shelf_id = g.shelf_id and l.product_id = g.product_id
  )
  insert into filtered_listing as l (shelf_id, product_id, created_at, total_sales, price)
  select * from place
  on conflict (shelf_id, product_id) do update
    set created_at = excluded.created_at, total_sales = excluded.total_sales, price = excluded.price
    where (l.created_at, l.total_sales, l.price) is distinct from (excluded.created_at, excluded.total_sales, excluded.price)
$$;
create or replace function refresh_listing(changed integer[]) returns void language sql as $$
  with shelf as (
    select distinct a.ancestor_id category_id, p.id product_id, p.created_at, p.total_sales, coalesce(p.price, 0) price
    from product p join product_category pc on pc.product_id = p.id join category_path a using (category_id)
    where p.id = any (changed) and p.status = 'publish' and p.catalog_visibility in ('visible', 'catalog')
  ), gone as (
    delete from listing l using (
      select category_id, product_id from listing where product_id = any (changed)
      except select category_id, product_id from shelf) g
    where l.category_id = g.category_id and l.product_id = g.product_id
  )
  insert into listing (category_id, product_id, created_at, total_sales, price)
  select category_id, product_id, created_at, total_sales, price from shelf
  on conflict (category_id, product_id) do update
    set created_at = excluded.created_at, total_sales = excluded.total_sales, price = excluded.price;
  select refresh_filtered_listing(changed)
$$;

-- 3. The triggers of 0006, with what is new in them.
create or replace function product_updated() returns trigger language plpgsql as $$
declare
  shown integer[];
  told integer[];
  published integer[];
  withdrawn integer[];
  priced integer[];
  stocked integer[];
  listed integer[];
begin
  -- a statement trigger fires for no rows too, and the refreshing below updates products again
  if not exists (select from now_is) then return null; end if;
  -- one statement for all that a sale changes
  with sold as materialized (
    select n.id, n.total_sales, sales_class(was.total_sales) <> sales_class(n.total_sales) moved
    from was join now_is n using (id) where was.total_sales <> n.total_sales
  ), in_lists as (
    update listing l set total_sales = s.total_sales from sold s where l.product_id = s.id
  ), in_filtered_lists as (
    update filtered_listing l set total_sales = s.total_sales from sold s where l.product_id = s.id
  )
  insert into search_unsettled (product_id) select id from sold where moved order by id on conflict do nothing;
  -- The two are joined once: what was planned for one product must do for thousands.
  select
    array_agg(id) filter (where to_jsonb(was) - 'total_sales' <> to_jsonb(n) - 'total_sales'),
    array_agg(id) filter (where (was.status, was.catalog_visibility, was.name)
      is distinct from (n.status, n.catalog_visibility, n.name)),
    array_agg(id) filter (where was.status <> 'publish' and n.status = 'publish'),
    array_agg(id) filter (where was.status = 'publish' and n.status <> 'publish'),
    array_agg(id) filter (where (was.type, was.regular_price, was.sale_price)
      is distinct from (n.type, n.regular_price, n.sale_price)),
    array_agg(id) filter (where (was.type, was.stock_id) is distinct from (n.type, n.stock_id)),
    array_agg(id) filter (where (was.status, was.catalog_visibility, was.created_at, was.price)
      is distinct from (n.status, n.catalog_visibility, n.created_at, n.price))
  into shown, told, published, withdrawn, priced, stocked, listed
  from was join now_is n using (id);
  -- the usual change is that one was sold: an order does not pay for the rest, and makes no page stale
  if shown is null then return null; end if;
  perform announce_products(shown);
  if told is not null then perform lock_search(told); end if;
  insert into product_tally as t (status, products)
  select status, sum(step) from (select status, 1 step from now_is union all select status, -1 from was) moved
  group by status having sum(step) <> 0 order by status on conflict (status) do update set products = t.products + excluded.products;
  if published is not null then perform count_terms(published, 1); end if;
  if withdrawn is not null then perform count_terms(withdrawn, -1); end if;
  if priced is not null then perform refresh_prices(priced); end if;
  if stocked is not null then perform refresh_stock_status(stocked); end if;
  if listed is not null then perform refresh_listing(listed); end if;
  if told is not null then perform refresh_search(told); end if;
  return null;
end $$;
create or replace function product_filed() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct product_id from changed);
begin
  if ids = '{}' then return null; end if;
  perform lock_products(ids), lock_search(ids);
  perform from category where id in (select category_id from changed) order by id for share;
  perform refresh_listing(ids), refresh_search(ids), announce_products(ids);
  -- the shelves that they left too
  perform announce_catalogue(array(select distinct 'category:' || slug from changed join category_path using (category_id)
                                   join category on id = ancestor_id));
  return null;
end $$;
create or replace function product_described() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  ids integer[] := array(select distinct product_id from changed);
begin
  if ids = '{}' then return null; end if;
  perform lock_products(ids);
  if tg_table_name = 'product_term' then perform lock_search(ids); end if;
  perform from term where id in (select term_id from changed) order by id for no key update;
  update term t set product_count = t.product_count + step * g.products
  from (select term_id, count(*) products from changed join product p on p.id = product_id and p.status = 'publish'
        group by term_id) g where t.id = g.term_id;
  if tg_table_name = 'product_term' then perform refresh_filtered_listing(ids), refresh_search(ids);
  else perform refresh_prices(ids); end if;
  perform announce_products(ids);
  return null;
end $$;

-- 4. Deep pages of merchants' lists are skipped in the index alone: what is in no list is looked up by its id.
create index product_trash on product (id) where status = 'trash';

-- a database that has products already
select refresh_search(ids), refresh_filtered_listing(ids) from (select array_agg(id) ids from product) every where ids is not null;
