-- What finds a product. A key is the language, A for a word of the name or B for one of its terms and categories, and the word with
-- its accents: 'viAnhẫn'.

-- The keys of products: the words of their names, of their terms and of their categories that are not hidden.
create or replace function product_search_keys(changed integer[]) returns table (id integer, keys text[]) language sql as $$
  with language (lang) as (values ('vi'), ('en')), taxonomy_words as materialized (
    -- the names of terms and categories are split once for all of the products
    select false is_category, id, lang || 'B' kind, normalize_accented(name ->> lang) words from term cross join language
    where id in (select term_id from product_term where product_id = any (changed))
    union all
    select true, id, lang || 'B', normalize_accented(name ->> lang) from category cross join language
    where kind <> 'hidden' and id in (select category_id from product_category where product_id = any (changed))
  ), product_words as (
    select id, lang || 'A' kind, normalize_accented(name ->> lang) words from product cross join language
    where id = any (changed)
    union all
    select product_id, kind, words from (
      select product_id, term_id id, false is_category from product_term where product_id = any (changed)
      union all select product_id, category_id, true from product_category where product_id = any (changed)) of_product
    join taxonomy_words using (id, is_category)
  )
  select id, array_agg(distinct kind || left(word, 60)) filter (where word <> '')
  from product_words left join lateral unnest(string_to_array(words, ' ')) word on true group by id
$$;

-- The keys that postings are stored for: the product's own, and the first character of each after a star. A search for one character
-- would otherwise read the bitmaps of dozens of words in each segment.
create or replace function indexed_keys(keys text[]) returns setof text language sql immutable strict parallel safe rows 60 as $$
  select unnest(keys) union select left(key, 3) || '*' || substr(key, 4, 1) from unnest(keys) key
$$;

-- The word under which a key's postings are stored.
create or replace function posting_word(accented text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when starts_with(accented, '*') then accented else public.fold_word(accented) end;
end $$;
