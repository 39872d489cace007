-- The actors of payments and parcel steps, for the timeline of the order. Null: its gateway or carrier, or a job.
alter table payment add column settled_by text;
alter table parcel_event add column recorded_by text;

-- The names, addresses and notes that merchants and staff members have replaced in an order: the audit log contains no personal data. Deleted
-- with the customer's account (src/shop/personal-data/anonymise-orders.ts).
create table order_contact_change (
  order_id integer not null references orders on delete cascade,
  -- time of the transaction, as in its entry of the audit log
  at timestamptz not null default now(),
  -- {"shipping": {"address_1": ["12 Lê Lợi", "14 Lê Lợi"]}, "customer_note": ["", "Call first"]}
  change jsonb not null check (jsonb_typeof(change) = 'object'),
  primary key (order_id, at)
);
