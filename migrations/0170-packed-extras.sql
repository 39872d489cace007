-- What the packer has put into the box besides the items: `card` for the gift message, `gift-7` for the free gift of line 7.
alter table packing add column extras text[] not null default '{}';
