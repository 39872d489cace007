-- a scheduled product: published when created_at is reached
alter table product
  drop constraint product_status_check,
  add constraint product_status_check check (status in ('draft', 'pending', 'private', 'publish', 'future', 'trash')),
  -- what the merchant pays for one unit, in đồng
  add column cost bigint check (cost >= 0);

alter table variation
  -- null: the product's
  add column cost bigint check (cost >= 0),
  -- whether it is added to the product's
  add column cost_is_additive boolean not null default false;

-- false: the text was proposed, and is not confirmed yet
alter table product_picture add column alt_confirmed boolean not null default true;
update product_picture i set alt_confirmed = false from product p where p.id = i.product_id and i.alt = p.name;

-- Whether an English text of a product is missing (empty, or the same as the Vietnamese one, which is how an untranslated text is
-- stored) or older than the Vietnamese one. extra.english has an entry for each text that is outdated, or confirmed as it is.
create function english_needs_work(texts jsonb[], english jsonb) returns boolean language sql immutable as $$
  select coalesce(bool_or(case english -> field ->> 'state' when 'confirmed' then false when 'outdated' then true
    else text ->> 'vi' <> '' and (text ->> 'en' = '' or text ->> 'en' = text ->> 'vi') end), false)
  from unnest(array['name', 'short_description', 'description'], texts) t (field, text)
$$;

-- the tabs of the back office's product list
create index product_by_change on product (modified_at desc, id desc) where status <> 'trash';
create index product_sold_out_by_change on product (modified_at desc, id desc) where status <> 'trash' and not in_stock;
create index product_without_price_by_change on product (modified_at desc, id desc) where status <> 'trash' and price is null;
create index product_without_english_by_change on product (modified_at desc, id desc)
  where status <> 'trash' and english_needs_work(array[name, short_description, description]::jsonb[], coalesce(extra -> 'english', '{}'));
create index product_scheduled on product (created_at) where status = 'future';
create index product_barcode on product ((extra ->> 'global_unique_id')) where extra ->> 'global_unique_id' is not null;
create index variation_barcode on variation ((extra ->> 'global_unique_id')) where extra ->> 'global_unique_id' is not null;
