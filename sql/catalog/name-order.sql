-- The sort key of a name in Vietnamese order, for comparison in collation "C": first the characters, of which ă, â, đ, ê, ô, ơ and ư
-- follow their base character ("{" and "|" follow "z"), then the tones of all characters: none, à, ả, ã, á, ạ. PGlite's ICU has no
-- Vietnamese collation, and an index on an ICU collation would have to be rebuilt with each version of ICU.
create or replace function name_sort_key(name text) returns text language plpgsql immutable strict parallel safe as $$
declare
  accented text := public.normalize_accented(name);
  base_characters text := translate(accented,
    'àảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ',
    'aaaaaăăăăăâââââeeeeeêêêêêiiiiioooooôôôôôơơơơơuuuuuưưưưưyyyyy');
begin
  base_characters := replace(replace(replace(replace(replace(replace(replace(base_characters,
    'ă', 'a{'), 'â', 'a|'), 'đ', 'd{'), 'ê', 'e{'), 'ô', 'o{'), 'ơ', 'o|'), 'ư', 'u{');
  return lower(public.unaccent('public.unaccent', base_characters)) || chr(1) || regexp_replace(translate(accented,
    '12345àằầèềìòồờùừỳảẳẩẻểỉỏổởủửỷãẵẫẽễĩõỗỡũữỹáắấéếíóốớúứýạặậẹệịọộợụựỵ',
    '00000111111111111222222222222333333333333444444444444555555555555'), '[^0-5]', '0', 'g');
end $$;
