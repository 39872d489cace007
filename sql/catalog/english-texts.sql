-- Whether an English text of a product is missing (empty, or the same as the Vietnamese one, which is how an untranslated text is
-- stored) or older than the Vietnamese one. extra.english has an entry for each text that is outdated, or confirmed as it is.
create or replace function english_needs_work(texts jsonb[], english jsonb) returns boolean language sql immutable as $$
  select coalesce(bool_or(case english -> field ->> 'state' when 'confirmed' then false when 'outdated' then true
    else text ->> 'vi' <> '' and (text ->> 'en' = '' or text ->> 'en' = text ->> 'vi') end), false)
  from unnest(array['name', 'short_description', 'description'], texts) t (field, text)
$$;
