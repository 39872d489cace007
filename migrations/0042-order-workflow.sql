-- The stage of an order names the party that must act next: one of the twelve of src/contract/backoffice/stages.ts. Written by the triggers in
-- sql/orders/order-stage.sql, which also add the rows of the orders that exist already.
create table order_workflow (
  order_id integer primary key references orders on delete cascade,
  stage text not null check (stage in ('to_confirm', 'awaiting_payment', 'needs_review', 'to_pack', 'to_hand_over', 'to_collect',
    'in_transit', 'delivery_problem', 'returning', 'to_inspect', 'completed', 'closed')),
  stage_since timestamptz not null
) with (fillfactor = 90);
create index order_workflow_stage on order_workflow (stage, stage_since, order_id);

-- The packing of an order; no row: not begun, or opened again.
create table packing (
  order_id integer primary key references orders on delete cascade,
  -- 'missing': an item cannot be found, the merchant has to decide
  state text not null check (state in ('in_progress', 'packed', 'missing')),
  staff_id integer references staff on delete set null,
  at timestamptz not null
);

alter table parcel
  -- given to the carrier, with a pickup manifest
  add column handed_over_at timestamptz,
  -- handed over, and not scanned by the carrier by noon of the next day
  add column scan_overdue boolean not null default false,
  -- the returned items have been inspected
  add column inspected_at timestamptz;
