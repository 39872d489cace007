-- Names of categories, attributes, terms, tags and gifts are in the header of each page and on cards everywhere, so a change
-- invalidates everything; a new one is in lists only, except a gift, which is on the pages of its products. The product counts are
-- maintained by other triggers, which invalidate by themselves: the column lists below leave them out. For each row: a statement that
-- finds nothing to change, such as the job of gift dates in most minutes, would fire a statement's trigger too.
create or replace function taxonomy_changed() returns trigger language plpgsql as $$
begin
  perform publish_invalidation(array[
    case when tg_op = 'INSERT' and tg_table_name not in ('gift', 'gift_category') then 'products' else 'catalogue' end]);
  return null;
end $$;
create or replace trigger taxonomy_changed after insert or delete
  or update of slug, kind, parent_id, menu_order, name, description, picture_id, picture_alt, gift_slug, display
  on category for each row execute function taxonomy_changed();
create or replace trigger taxonomy_changed after insert or delete or update
  on attribute for each row execute function taxonomy_changed();
create or replace trigger taxonomy_changed after insert or delete
  or update of slug, value, name, description, menu_order, attribute_id
  on term for each row execute function taxonomy_changed();
create or replace trigger taxonomy_changed after insert or delete or update
  on tag for each row execute function taxonomy_changed();
create or replace trigger taxonomy_changed after insert or delete or update
  on gift_category for each row execute function taxonomy_changed();
create or replace trigger taxonomy_changed after insert or delete or update
  on gift for each row execute function taxonomy_changed();
