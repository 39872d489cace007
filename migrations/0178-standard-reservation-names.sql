-- The names of orders: until when stock is reserved, and when a reservation was renewed.
alter table order_change rename column hold_until to stock_reserved_until;
alter table order_change rename column hold_renewed_at to reservation_renewed_at;
alter table bank_order rename column hold_renewed_at to reservation_renewed_at;
alter index order_change_hold rename to order_change_reserved_until;
