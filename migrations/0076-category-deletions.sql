-- Deleted categories, which their staff member can restore for 10 s.
create table category_deletion (
  id integer generated always as identity primary key,
  staff_id integer not null references staff on delete cascade,
  category_id integer not null,
  -- {category: row, children: [id], products: [{id, position, moved}], gifts: [slug], counts: [id], target}
  before jsonb not null,
  expires_at timestamptz not null,
  undone_at timestamptz
);
create index category_deletion_expiry on category_deletion (expires_at);
create index category_deletion_staff_id_idx on category_deletion (staff_id);
