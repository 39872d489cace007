-- Units since July 2025 that replace those of the program, from `addresses update`; the newest row is in use.
create table address_dataset (
  id integer generated always as identity primary key,
  -- the date from which the units are valid
  version date not null,
  -- lines of version, provinces, wards and moves: src/shop/addresses/data/README.md
  content text not null,
  added_at timestamptz not null
);
