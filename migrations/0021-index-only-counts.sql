-- How many products are in stock is how many there are without those that are sold out, which are few.
create index product_sold_out on product (status, id) where not in_stock;
