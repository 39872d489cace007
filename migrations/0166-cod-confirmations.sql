-- Cash orders that are cancelled unless they are confirmed in time: of guests, which guest_order had until now, and of accounts.
create table cod_confirmation (
  order_id integer primary key references orders on delete cascade,
  created_at timestamptz not null,
  confirm_by timestamptz not null,
  -- by the customer; the confirmation of a staff member is a transition in order_event
  confirmed_at timestamptz,
  -- of the next reminder; null without a further one
  remind_at timestamptz
);
create index cod_confirmation_open on cod_confirmation (confirm_by) where confirmed_at is null;
create index cod_confirmation_reminder on cod_confirmation (remind_at) where remind_at is not null and confirmed_at is null;

-- The columns of guest_order stay for the previous version, which runs during an upgrade (sql/orders/cod-confirmation.sql).
insert into cod_confirmation (order_id, created_at, confirm_by, confirmed_at)
  select order_id, placed_at, confirm_by, confirmed_at from guest_order where confirm_by is not null;
