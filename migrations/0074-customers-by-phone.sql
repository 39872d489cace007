-- The account with a phone number: its address is proposed for an order by phone.
create index customer_phone on customer (phone) where phone <> '';
