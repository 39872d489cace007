-- as in the index orders_phone, of orders that are delivered to another person than the one that ordered
create index orders_recipient_phone on orders (
  (reverse(right(regexp_replace(shipping ->> 'phone', '[^0-9]', '', 'g'), 9)) collate "C") text_pattern_ops)
  where shipping ->> 'phone' <> billing ->> 'phone';
