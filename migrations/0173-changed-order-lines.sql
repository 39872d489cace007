-- The lines that an edit has added to an order, changed or removed, as they were and as they are, for its timeline.
create table order_line_change (
  order_id integer not null references orders on delete cascade,
  -- time of the transaction, as in its entry of the audit log
  at timestamptz not null default now(),
  -- as in order_event
  actor text not null,
  -- [{"before": {"productId", "name", "ownName", "options", "quantity", "unitPrice"}, "after": null}]
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  primary key (order_id, at)
);
