-- Names are sorted in Vietnamese order: see sql/catalog/name-order.sql.
-- indexes need these before sql/ is run
create or replace function normalize_accented(text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(
    lower(translate(normalize($1, NFC),
      'ĐĂÂÊÔƠƯÁÀẢÃẠẮẰẲẴẶẤẦẨẪẬÉÈẺẼẸẾỀỂỄỆÍÌỈĨỊÓÒỎÕỌỐỒỔỖỘỚỜỞỠỢÚÙỦŨỤỨỪỬỮỰÝỲỶỸỴ',
      'đăâêôơưáàảãạắằẳẵặấầẩẫậéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ')),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u2bff\u3000-\u303f]+', ' ', 'g'))
$$;
create or replace function name_sort_key(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  accented text := public.normalize_accented(name);
  letters text := translate(accented,
    'àảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ',
    'aaaaaăăăăăâââââeeeeeêêêêêiiiiioooooôôôôôơơơơơuuuuuưưưưưyyyyy');
begin
  letters := replace(replace(replace(replace(replace(replace(replace(letters,
    'ă', 'a{'), 'â', 'a|'), 'đ', 'd{'), 'ê', 'e{'), 'ô', 'o{'), 'ơ', 'o|'), 'ư', 'u{');
  return lower(public.unaccent('public.unaccent', letters)) || chr(1) || regexp_replace(translate(accented,
    '12345àằầèềìòồờùừỳảẳẩẻểỉỏổởủửỷãẵẫẽễĩõỗỡũữỹáắấéếíóốớúứýạặậẹệịọộợụựỵ',
    '00000111111111111222222222222333333333333444444444444555555555555'), '[^0-5]', '0', 'g');
end $$;
drop index product_title_vi;
drop index product_title_en;
create index product_title_vi on product ((name_sort_key(name ->> 'vi') collate "C"), id);
create index product_title_en on product ((name_sort_key(name ->> 'en') collate "C"), id);
