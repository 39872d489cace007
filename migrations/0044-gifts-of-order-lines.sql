-- the free gift of the line as it was when it was ordered, {"name": {vi, en}, "image": path}; null without one
alter table order_line add column gift jsonb check (jsonb_typeof(gift) = 'object');
