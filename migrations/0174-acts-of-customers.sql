-- Which act of the customer a note describes, as in the messages `customer_acts`; null for all other notes.
alter table order_note add column act text;
