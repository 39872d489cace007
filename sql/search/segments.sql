-- Documents (products) are assigned to segments of 4096 slots, those of about equal sales together, so that the segments' order ranks hits
-- by sales without sorting. See docs/search.md.

-- Logarithmic, in steps of about 40 %: a sale seldom moves a product to another class.
create or replace function sales_class(total_sales integer) returns smallint language sql immutable strict parallel safe as $$
  select floor(2 * ln(1 + total_sales) / ln(2))::smallint
$$;

-- The numbers of the bits that are set. Not strict: it is inlined into the calling statement then, and calling it took a third of a
-- search's time.
create or replace function bitmap_slots(bitmap bit) returns setof integer language sql immutable parallel safe rows 50 as $$
  select (sum(length(gap) + 1) over (rows unbounded preceding) - 1)::integer
  from unnest(string_to_array(bitmap::text, '1')) gap limit bit_count(bitmap)
$$;

-- Assigns free slots to products that have none, or whose segment has another status or sales class.
create or replace function assign_search_slots(changed integer[]) returns search_slot[] language plpgsql as $$
declare
  assigned search_slot[] := '{}';
  class_group record;
  pending integer[];
  segment search_segment;
  last_segment integer;
begin
  for class_group in
    select published, sales_class, array_agg(id order by id) ids from (
      select id, status = 'publish' and catalog_visibility in ('visible', 'search') published, sales_class(total_sales) sales_class
      from product where id = any (changed)) p
    where not exists (select from product_search s join search_segment g on g.id = s.segment_id
                      where s.product_id = p.id and (g.published, g.sales_class) = (p.published, p.sales_class))
    group by 1, 2 order by 1, 2
  loop
    pending := class_group.ids;
    last_segment := 0;
    while pending <> '{}' loop
      -- a segment that another transaction is filling is skipped
      select * into segment from search_segment
      where published = class_group.published and sales_class = class_group.sales_class and free_slots > 0 and id > last_segment
      order by id limit 1 for no key update skip locked;
      if not found then
        insert into search_segment (published, sales_class) values (class_group.published, class_group.sales_class)
        returning * into segment;
      end if;
      assigned := assigned || array(
        select row(pending[nth], segment.id, slot)::search_slot
        from bitmap_slots(~segment.used_slots) with ordinality free (slot, nth) where nth <= cardinality(pending));
      pending := pending[segment.free_slots + 1:];
      last_segment := segment.id;
    end loop;
  end loop;
  return assigned;
end $$;
