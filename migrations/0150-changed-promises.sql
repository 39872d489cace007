-- Each change of an order's delivery promise by the merchant. The reason is what the customer reads.
create table promise_change (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  -- null: by a command, or the account was deleted
  staff_id integer references staff on delete set null,
  day_before date not null,
  day_after date not null,
  reason text not null default '',
  at timestamptz not null
);
create index promise_change_order_id_idx on promise_change (order_id, id);
create index promise_change_staff_id_idx on promise_change (staff_id) where staff_id is not null;

alter table staff_undo drop constraint staff_undo_action_check;
alter table staff_undo add constraint staff_undo_action_check check (action in ('confirm', 'hold', 'cancel', 'restore', 'promise'));
