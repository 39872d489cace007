-- A first letter begins dozens of words, each with a bitmap in every segment: putting them together took longer than all else
-- in the search. It has bitmaps of its own now, kept like those of words, under the letter as it is typed behind a star.
-- Whoever writes meanwhile waits before its triggers, and finds the new ones.
lock table product_search in exclusive mode;
create function search_told(keys text[]) returns setof text language sql immutable strict parallel safe rows 60 as $$
  select unnest(keys) union select left(key, 3) || '*' || substr(key, 4, 1) from unnest(keys) key
$$;
-- where in the index a key stands
create function search_entry_of(marked text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when starts_with(marked, '*') then marked else public.search_word_of(marked) end;
end $$;
create or replace function search_written(gone product_search[], come product_search[]) returns void language plpgsql as $$
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
      select key, segment_id, slot from unnest(gone), search_told(keys) key
      union all select key, segment_id, slot from unnest(come), search_told(keys) key) both_ways
    group by key, segment_id, slot having count(*) = 1
  ), by_word as (
    select left(key, 2) lang, search_entry_of(substr(key, 4)) word, substr(key, 4) marked, substr(key, 3, 1) = 'A' in_name,
      segment_id, bit_or(set_bit(0::bit(4096), slot, 1)) places
    from turned group by key, segment_id
  )
  insert into search_posting as p (lang, word, marked, in_name, segment_id, places)
  select * from by_word where word <> '' order by 1, 2, 3, 4, 5
  on conflict (lang, word, marked, in_name, segment_id) do update set places = p.places # excluded.places;
  if gone <> '{}' then
    delete from search_posting p using (
      select distinct left(key, 2) lang, substr(key, 4) marked, segment_id from unnest(gone), search_told(keys) key) g
    where p.lang = g.lang and p.word = search_entry_of(g.marked) and p.marked = g.marked and p.segment_id = g.segment_id
      and p.places = 0::bit(4096);
  end if;
end $$;
insert into search_posting (lang, word, marked, in_name, segment_id, places)
select left(key, 2), substr(key, 4), substr(key, 4), substr(key, 3, 1) = 'A', segment_id, bit_or(set_bit(0::bit(4096), slot, 1))
from product_search, search_told(keys) key where substr(key, 4, 1) = '*' group by key, segment_id;
