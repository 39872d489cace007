-- What an order has done by functions is planned once a connection, and not with each order: bodies in SQL are parsed and
-- planned anew by each statement that calls them, and those of plpgsql stay. What they answer is what they answered before.
create or replace function search_unmarked(marked text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(lower(public.unaccent('public.unaccent', marked)), '[^a-z0-9 ]+', '', 'g');
end $$;
-- As search_marked(), but that capitals with marks are not spelled out: unaccent knows them, and it took as long as all else.
create or replace function search_folded(text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return public.search_unmarked(btrim(regexp_replace(lower(normalize($1, NFC)),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+', ' ', 'g')));
end $$;
create or replace function order_words(billing jsonb, shipping jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return public.search_folded(concat_ws(' ',
    billing ->> 'first_name', billing ->> 'last_name', billing ->> 'company', billing ->> 'address_1',
    billing ->> 'address_2', billing ->> 'city', billing ->> 'state', billing ->> 'postcode', billing ->> 'email',
    billing ->> 'phone',
    shipping ->> 'first_name', shipping ->> 'last_name', shipping ->> 'company', shipping ->> 'address_1',
    shipping ->> 'address_2', shipping ->> 'city', shipping ->> 'state', shipping ->> 'postcode', shipping ->> 'email',
    shipping ->> 'phone',
    regexp_replace(billing ->> 'phone', '[^0-9]', '', 'g'), regexp_replace(shipping ->> 'phone', '[^0-9]', '', 'g')));
end $$;
create or replace function somebody_listens(resource text) returns boolean language plpgsql stable as $$
begin
  return exists (select from webhook where status = 'active' and topic like resource || '.%');
end $$;

-- As in 0019, in two statements. They take the pieces for few (a limit that is not known is taken for a tenth), whatever the
-- arrays hold: so one plan does for all.
create or replace function take_stock(ids integer[], wanted integer[]) returns table (short_id integer, available integer)
language plpgsql as $$
declare
  short integer[];
  on_hand integer[];
  sells_out boolean;
  said text;
begin
  select array_agg(w.id) filter (where w.misses), array_agg(w.quantity) filter (where w.misses), bool_or(w.left_over = 0)
  into short, on_hand, sells_out
  from (
    select w.id, coalesce(s.quantity, 0) quantity, s.quantity - w.pieces left_over,
      coalesce(s.quantity, 0) < case when coalesce(s.counted, true) then w.pieces else 1 end misses
    from (select * from unnest(ids, wanted) u (id, pieces) order by id limit cardinality(ids)) w
      -- one after the other, in the order of ids
      left join lateral (select quantity, counted from stock where id = w.id for no key update) s on true) w;
  if short is not null then
    return query select * from unnest(short, on_hand);
    return;
  end if;
  -- said to stock_moved(), which has nothing to do where nothing sells out
  if not sells_out then said := set_config('lianne.selling', 'yes', true); end if;
  update stock s set quantity = s.quantity - w.pieces
  from (select * from unnest(ids, wanted) limit cardinality(ids)) w (id, pieces) where s.id = w.id and s.counted;
  said := set_config('lianne.selling', '', true);
end $$;
create or replace function stock_moved() returns trigger language plpgsql as $$
declare
  moved integer[];
  touched integer[];
begin
  if current_setting('lianne.selling', true) = 'yes' then return null; end if;
  moved := array(select id from was join now_is n using (id) where (was.quantity, was.counted) <> (n.quantity, n.counted));
  if moved = '{}' then return null; end if;
  touched := array(select id from product where stock_id = any (moved)
                   union select product_id from variation where stock_id = any (moved));
  perform announce_pages(touched);
  -- only stock that ran out or came back can change what its products are shown as, and that announces itself
  if exists (select from was join now_is n using (id) where (was.quantity > 0) <> (n.quantity > 0)) then
    perform lock_products(touched);
    perform refresh_stock_status(touched);
  end if;
  return null;
end $$;
