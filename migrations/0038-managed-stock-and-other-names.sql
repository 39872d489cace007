-- Standard names: WooCommerce's managed stock, the sequence from which products and variations both take their ids, and the function
-- `publish_invalidation` in sql/, which replaces the dropped one.
alter table stock rename column counted to managed;
alter sequence catalogue_id rename to product_or_variation_id;
drop function if exists notify_catalog_changed(text[]);
