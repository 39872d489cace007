-- Packing with the phone: what is ticked, the parcel's weight and box, photos of the open box.
alter table packing
  -- place in a batch of its staff member, 1 to 20
  add column tray integer check (tray between 1 and 20),
  add column weight_g integer check (weight_g > 0),
  add column box text;
-- a tray belongs to one order of the batch that its staff member packs
create unique index packing_tray on packing (staff_id, tray) where state = 'in_progress' and tray is not null;

-- One scan or tap. Devices send all of theirs again until they have a response, so a tick is identified by its line, its staff member and its
-- time; the number of ticked items of a line is their sum.
create table packing_tick (
  order_id integer not null references packing on delete cascade,
  line_id integer not null references order_line on delete cascade,
  staff_id integer not null references staff on delete cascade,
  -- on the device
  at timestamptz not null,
  quantity integer not null check (quantity > 0),
  primary key (order_id, line_id, staff_id, at)
);
create index packing_tick_line_id_idx on packing_tick (line_id);
create index packing_tick_staff_id_idx on packing_tick (staff_id);

-- A photo of the open box; its file is in DATA_DIR/packing-photos, for staff members only.
create table packing_photo (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  staff_id integer references staff on delete set null,
  -- name of the file, random; null once it has been erased
  file text,
  width integer not null,
  height integer not null,
  taken_at timestamptz not null
);
create index packing_photo_order_id_idx on packing_photo (order_id, id);
create index packing_photo_age on packing_photo (taken_at) where file is not null;
create index packing_photo_staff_id_idx on packing_photo (staff_id);
