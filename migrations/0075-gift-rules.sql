-- A free gift is a rule: it comes with the products of its scope, once the order has its minimum amount and while its dates last.
-- Its scope: the categories of gift_category, the products that name it as gift_slug, or everything.
alter table gift
  -- units for each unit of the product; with a minimum amount for each order
  add column quantity integer not null default 1 check (quantity between 1 and 99),
  add column min_amount bigint check (min_amount > 0),
  -- days in Vietnam, both included
  add column starts_on date,
  add column ends_on date,
  add column everywhere boolean not null default false,
  -- within its dates: set by each write, and by a job when a day begins
  add column in_force boolean not null default true,
  add constraint gift_dates_check check (ends_on >= starts_on);

-- Replaces category.gift_slug, which a later release drops: until then processes of the previous version read it.
create table gift_category (
  gift_slug text not null references gift on delete cascade,
  category_id integer not null references category on delete cascade,
  primary key (category_id, gift_slug)
);
create index gift_category_gift_slug_idx on gift_category (gift_slug);
insert into gift_category (gift_slug, category_id) select gift_slug, id from category where gift_slug is not null;
create index product_gift_slug_idx on product (gift_slug) where gift_slug is not null;
