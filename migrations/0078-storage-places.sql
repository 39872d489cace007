-- The storage place of an item is that of its stock. Until now packing showed the metadata `_storage_place`, which is copied.
insert into stock_detail (stock_id, bin)
select distinct on (stock_id) stock_id, left(btrim(place), 60)
from (
  select v.stock_id, coalesce(own.value, product.value) place
  from variation v
    join product p on p.id = v.product_id
    left join lateral (
      select m ->> 'value' value from jsonb_array_elements(v.meta_data) m where m ->> 'key' = '_storage_place' limit 1) own on true
    left join lateral (
      select m ->> 'value' value from jsonb_array_elements(p.meta_data) m where m ->> 'key' = '_storage_place' limit 1) product on true
  union all
  select p.stock_id, m ->> 'value'
  from product p cross join lateral jsonb_array_elements(p.meta_data) m
  where p.type = 'simple' and m ->> 'key' = '_storage_place') places
where btrim(coalesce(place, '')) <> ''
order by stock_id
on conflict (stock_id) do update set bin = excluded.bin where stock_detail.bin = '';
