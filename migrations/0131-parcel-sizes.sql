-- What a packer has measured of a parcel, in cm; null: not entered.
alter table packing add column length_cm smallint check (length_cm between 1 and 200);
alter table packing add column width_cm smallint check (width_cm between 1 and 200);
alter table packing add column height_cm smallint check (height_cm between 1 and 200);

-- What the carrier got after the packing; null: as it was proposed.
alter table parcel add column weight_g integer;
alter table parcel add column length_cm smallint;
alter table parcel add column width_cm smallint;
alter table parcel add column height_cm smallint;
