-- The merchants' search (wc/v3): products that have every word of the keyword, each of which may be a prefix. The storefront's
-- search, which also ranks, is src/shop/search/find-products.ts.
create or replace function search_products(of_lang text, keyword text, unpublished boolean)
returns setof integer language sql stable rows 200 as $$
  with typed as (
    select nth, fold_word(word) word from unnest(string_to_array(normalize_accented(keyword), ' ')) with ordinality w (word, nth)
    where fold_word(word) <> ''
  ), hit as (
    select segment_id, nth, bit_or(doc_bitmap) doc_bitmap from typed t cross join lateral (
      select segment_id, doc_bitmap from search_posting where lang = of_lang and word between t.word and t.word || '~' offset 0) p
    group by segment_id, nth
  ), every as (
    select segment_id, bit_and(doc_bitmap) doc_bitmap from hit
    group by segment_id having count(*) = (select count(*) from typed)
  )
  select s.product_id from every join search_segment g on g.id = segment_id and (published or unpublished),
    bitmap_slots(doc_bitmap) slot_number join product_search s on s.slot = slot_number where s.segment_id = every.segment_id
$$;
