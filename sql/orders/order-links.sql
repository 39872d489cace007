-- A corrected email ends what was sent to the earlier address: the links to the order, to its payment page and to claim it; and the account for
-- refunds that was entered by one of them. Any code that writes the email does so. An order without an email keeps the links that staff have passed on by another way.
create or replace function order_email_changed() returns trigger language plpgsql as $$
begin
  update order_link set revoked_at = new.modified_at where order_id = new.id and revoked_at is null;
  delete from bank_link where order_id = new.id;
  delete from bank_refund_account where order_id = new.id and entered_by = 'link';
  return null;
end $$;
create or replace trigger order_email_update after update of billing on orders for each row
  when (coalesce(old.billing ->> 'email', '') <> '' and lower(old.billing ->> 'email') is distinct from lower(new.billing ->> 'email'))
  execute function order_email_changed();

-- Another phone number ends the links that a code sent to the earlier one has made, except the one by which its holder has changed the number.
create or replace function order_phone_changed() returns trigger language plpgsql as $$
begin
  update order_link set revoked_at = new.modified_at
  where order_id = new.id and by_phone and revoked_at is null
    and token_hash is distinct from decode(nullif(current_setting('lianne.order_link', true), ''), 'hex');
  -- of an order without an email such a link enters the account for refunds
  delete from bank_refund_account where order_id = new.id and entered_by = 'phone link';
  return null;
end $$;
create or replace trigger order_phone_update after update of billing on orders for each row
  when (order_phone_key(old.billing) is distinct from order_phone_key(new.billing))
  execute function order_phone_changed();
