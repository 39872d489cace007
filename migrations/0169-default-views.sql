-- The view with which a staff member's list opens: an own one, or one that an owner shares. saved_view.is_default stays for the previous version,
-- which runs during an upgrade.
create table default_view (
  staff_id integer not null references staff on delete cascade,
  list text not null check (list = 'orders'),
  view_id integer not null references saved_view on delete cascade,
  primary key (staff_id, list)
);
create index default_view_view_id_idx on default_view (view_id);
insert into default_view (staff_id, list, view_id)
  select staff_id, list, min(id) from saved_view where is_default group by staff_id, list;
