-- A box in which parcels are packed: its outer dimensions, and its weight with padding. The first three are a jewelry shop's; the first has
-- what the shop assumes of a parcel before one is selected.
create table packing_box (
  id integer generated always as identity primary key,
  name jsonb not null check (jsonb_typeof(name) = 'object'),
  length_cm smallint not null check (length_cm between 1 and 200),
  width_cm smallint not null check (width_cm between 1 and 200),
  height_cm smallint not null check (height_cm between 1 and 200),
  weight_g integer not null check (weight_g between 0 and 20000)
);
insert into packing_box (name, length_cm, width_cm, height_cm, weight_g) values
  ('{"vi": "Hộp nhỏ: nhẫn, bông tai", "en": "Small: ring, earrings"}', 10, 10, 5, 150),
  ('{"vi": "Hộp dài: dây chuyền, lắc", "en": "Long: necklace, bracelet"}', 24, 10, 5, 180),
  ('{"vi": "Hộp lớn: quà, nhiều món", "en": "Large: gift, several items"}', 22, 18, 10, 350);

-- packing.box, a typed name, stays for the previous version, which runs during an upgrade
alter table packing add column box_id integer references packing_box on delete set null;
create index packing_box_id_idx on packing (box_id) where box_id is not null;
