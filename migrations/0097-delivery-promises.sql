-- The dates that an order was promised for. The transit stays with it, so that an order paid later is computed again without
-- the carrier.
create table order_promise (
  order_id integer primary key references orders on delete cascade,
  promised_from date not null,
  -- the promise: the latest day
  promised_by date not null,
  -- what the customer saw when ordering
  shown_by date not null,
  -- what the shop is measured by: changes by the merchant do not move it
  measured_by date not null,
  promise_basis text not null check (promise_basis in ('own', 'carrier', 'policy')),
  promise_version integer not null default 1,
  -- the destination group that the transit is of: district:1760, province:202, region:south; null for a pickup
  destination_group text,
  -- making and handling, in working days of the shop
  work_days integer not null check (work_days >= 0),
  -- in working days of the carrier; null for a pickup
  transit_min integer check (transit_min > 0),
  transit_max integer check (transit_max >= transit_min),
  -- the later day that the customer was notified of, null while none
  notified_by date,
  check (promised_from <= promised_by),
  check ((transit_min is null) = (transit_max is null) and (transit_min is null) = (destination_group is null))
);
create index order_promise_by_day on order_promise (promised_by);

-- Days that are added to the transit of a destination group: by the weekly measurement where promises were broken, fewer only
-- once a person has confirmed it.
create table promise_adjustment (
  destination_group text primary key,
  extra_days integer not null default 0 check (extra_days between -1 and 1),
  -- consecutive weeks in which at least the required share arrived in time
  good_weeks integer not null default 0,
  -- a day less is proposed, and waits for a confirmation
  proposed_at timestamptz,
  updated_at timestamptz not null
);
