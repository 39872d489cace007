-- The one definition of how text is normalized, for what is indexed and for what is searched. Immutable as long as the unaccent
-- dictionary does not change. Qualified with their schema, since indexes and generated columns call them under any search path.

-- Lower case with accents, words separated by one blank. Accented capitals are listed because lower() leaves them alone in a
-- database of locale C.
create or replace function normalize_accented(text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(
    lower(translate(normalize($1, NFC),
      'ĐĂÂÊÔƠƯÁÀẢÃẠẮẰẲẴẶẤẦẨẪẬÉÈẺẼẸẾỀỂỄỆÍÌỈĨỊÓÒỎÕỌỐỒỔỖỘỚỜỞỠỢÚÙỦŨỤỨỪỬỮỰÝỲỶỸỴ',
      'đăâêôơưáàảãạắằẳẵặấầẩẫậéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+', ' ', 'g'))
$$;

create or replace function strip_accents(marked text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return regexp_replace(lower(public.unaccent('public.unaccent', marked)), '[^a-z0-9 ]+', '', 'g');
end $$;

-- Lower case without accents. As strip_accents(normalize_accented()), but without the list of capitals: unaccent
-- handles them, and the list took half of the time.
create or replace function fold_text(text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return public.strip_accents(btrim(regexp_replace(lower(normalize($1, NFC)),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+', ' ', 'g')));
end $$;

-- A word as the index stores it: without accents, at most 60 characters.
create or replace function fold_word(accented text) returns text language sql immutable strict parallel safe as $$
  select left(replace(public.strip_accents(accented), ' ', ''), 60)
$$;

-- The deletion variants of a word: the word itself and each spelling with one character left out. Two words at an edit distance of
-- one have a variant in common.
create or replace function deletion_variants(word text) returns setof text language sql immutable strict parallel safe rows 10 as $$
  select word union select left(word, place - 1) || substr(word, place + 1) from generate_series(1, length(word)) place
$$;
