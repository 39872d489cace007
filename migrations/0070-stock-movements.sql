-- Every change of a stock's quantity, written by the triggers of sql/catalog/stock-movements.sql. Without foreign keys: an order adds its rows
-- without reading other tables, and the history remains when an item is deleted.
create table stock_movement (
  id bigint generated always as identity primary key,
  stock_id integer not null,
  -- new_stock - old_stock
  quantity integer not null check (quantity <> 0 and quantity = new_stock - old_stock),
  old_stock integer not null,
  new_stock integer not null,
  reason text not null check (reason in ('opening', 'sold', 'cancelled', 'returned', 'counted', 'receipt', 'correction', 'damaged', 'given_away',
    'import', 'api_client')),
  -- the record that the change belongs to
  order_id integer,
  count_id integer,
  receipt_id integer,
  file text,
  note text,
  -- as in the audit log: staff:3, key:2, command line; of an order also customer:1001, gateway, job; null: unknown
  actor text,
  -- read while the stock's row is locked, so that the movements of one stock have ascending times
  at timestamptz not null default clock_timestamp()
);
create index stock_movement_stock on stock_movement (stock_id, at) include (quantity);
-- orders, counts and receipts have ascending ids, so these grow at their end
create index stock_movement_order on stock_movement (order_id) where order_id is not null;
create index stock_movement_count on stock_movement (count_id) where count_id is not null;
create index stock_movement_receipt on stock_movement (receipt_id) where receipt_id is not null;
create index stock_movement_at on stock_movement using brin (at);

-- gets a parameter; not there yet in a new database
drop function if exists reserve_stock(integer[], integer[]);
