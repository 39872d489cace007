-- Whether a product file has columns of stock: then its import needs the permission to change stock.
alter table product_import add column changes_stock boolean not null default true;
