-- The inverted index: product_search holds each product's slot and keys; search_posting is derived from it by the triggers below.

-- Applies rows removed from and added to product_search to the segments and the postings, by flipping each bit that changes.
create or replace function apply_search_delta(removed product_search[], added product_search[]) returns void language plpgsql as $$
begin
  perform from search_segment where id in (select segment_id from unnest(removed) union select segment_id from unnest(added))
  order by id for no key update;
  with moved as (
    select segment_id, slot, sum(step) step from (
      select segment_id, slot, -1 step from unnest(removed) union all select segment_id, slot, 1 from unnest(added)) both_ways
    group by segment_id, slot having sum(step) <> 0
  )
  update search_segment s set used_slots = s.used_slots # m.bitmap, free_slots = s.free_slots - m.step
  from (select segment_id, sum(step) step, bit_or(set_bit(0::bit(4096), slot, 1)) bitmap from moved group by segment_id) m
  where s.id = m.segment_id;
  -- a key that is both removed and added in the same slot stays as it is
  with flipped as (
    select key, segment_id, slot from (
      select key, segment_id, slot from unnest(removed), indexed_keys(keys) key
      union all select key, segment_id, slot from unnest(added), indexed_keys(keys) key) both_ways
    group by key, segment_id, slot having count(*) = 1
  ), by_word as (
    select left(key, 2) lang, posting_word(substr(key, 4)) word, substr(key, 4) accented, substr(key, 3, 1) = 'A' in_name,
      segment_id, bit_or(set_bit(0::bit(4096), slot, 1)) doc_bitmap
    from flipped group by key, segment_id
  )
  insert into search_posting as p (lang, word, accented, in_name, segment_id, doc_bitmap)
  select * from by_word where word <> '' order by 1, 2, 3, 4, 5
  on conflict (lang, word, accented, in_name, segment_id) do update set doc_bitmap = p.doc_bitmap # excluded.doc_bitmap;
  if removed <> '{}' then
    delete from search_posting p using (
      select distinct left(key, 2) lang, substr(key, 4) accented, segment_id from unnest(removed), indexed_keys(keys) key) r
    where p.lang = r.lang and p.word = posting_word(r.accented) and p.accented = r.accented and p.segment_id = r.segment_id
      and p.doc_bitmap = 0::bit(4096);
  end if;
end $$;

create or replace function search_inserted() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows) then
    perform apply_search_delta('{}', array(select row(product_id, segment_id, slot, keys)::product_search from new_rows));
  end if;
  return null;
end $$;
create or replace trigger search_inserted after insert on product_search referencing new table as new_rows
  for each statement execute function search_inserted();
create or replace function search_updated() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows) then
    perform apply_search_delta(array(select row(product_id, segment_id, slot, keys)::product_search from old_rows),
      array(select row(product_id, segment_id, slot, keys)::product_search from new_rows));
  end if;
  return null;
end $$;
create or replace trigger search_updated after update on product_search referencing old table as old_rows new table as new_rows
  for each statement execute function search_updated();
create or replace function search_deleted() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows) then
    perform apply_search_delta(array(select row(product_id, segment_id, slot, keys)::product_search from old_rows), '{}');
  end if;
  return null;
end $$;
create or replace trigger search_deleted after delete on product_search referencing old table as old_rows
  for each statement execute function search_deleted();

-- Indexes products again, and adds new words to the vocabulary (search_word) and the typo keys. Words with digits are in neither.
create or replace function refresh_search(changed integer[]) returns void language plpgsql as $$
declare live integer[] := array(select id from product where id = any (changed) and status <> 'trash');
begin
  delete from product_search where product_id = any (changed) and product_id <> all (live);
  insert into product_search as s (product_id, segment_id, slot, keys)
  select k.id, coalesce(n.segment_id, p.segment_id), coalesce(n.slot, p.slot), coalesce(k.keys, '{}')
  from product_search_keys(live) k left join unnest(assign_search_slots(live)) n on n.product_id = k.id
    left join product_search p on p.product_id = k.id
  on conflict (product_id) do update set segment_id = excluded.segment_id, slot = excluded.slot, keys = excluded.keys
    where (s.segment_id, s.slot, s.keys) is distinct from (excluded.segment_id, excluded.slot, excluded.keys);
  with new_words as (
    insert into search_word (lang, accented, word)
    select lang, accented, fold_word(accented) from (
      select distinct left(key, 2) lang, substr(key, 4) accented from product_search, unnest(keys) key
      where product_id = any (live)) used
    where accented !~ '[0-9]' and not exists (select from search_word w where w.lang = used.lang and w.accented = used.accented)
    order by lang, accented on conflict do nothing returning lang, word
  )
  insert into search_typo_key (lang, typo_key, word) select lang, typo_key, word from new_words, deletion_variants(word) typo_key
  where length(word) > 3 on conflict do nothing;
end $$;

-- Moves queued products to the segments of their current sales class, at most max_rows of them. Returns how many.
create or replace function reindex_pending(max_rows integer) returns integer language plpgsql as $$
declare moved integer[] := array(select product_id from search_reindex_queue order by product_id limit max_rows);
begin
  if moved = '{}' then return 0; end if;
  -- products first: a transaction that updates total_sales holds the product's lock before it inserts into the queue
  perform lock_products(moved), lock_search_segments(moved);
  delete from search_reindex_queue where product_id = any (moved);
  -- searches cached since the sale have the old order
  perform refresh_search(moved), publish_invalidation(array['sales']);
  return cardinality(moved);
end $$;

-- Rewrites the postings in the order of their primary key when more than a quarter of them lie on another page than the posting
-- before: a search for frequent words then reads neighbouring pages. Gives up after two seconds where another transaction, such as
-- a backup, holds the table; the next call tries again. Returns whether it rewrote them.
create or replace function cluster_postings() returns boolean language plpgsql
  security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  if (select count(*) filter (where page <> page_before) <= count(*) / 4 from (
        select page, lag(page) over (order by lang, word, accented, in_name, segment_id) page_before
        from (select *, (ctid::text::point)[0] page from search_posting) placed) pages) then
    return false;
  end if;
  cluster search_posting using search_posting_pkey;
  return true;
exception when lock_not_available then
  return false;
end $$;
