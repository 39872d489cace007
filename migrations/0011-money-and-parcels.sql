-- When the gateway is asked next what became of an attempt; null: nothing is left to ask. An attempt that we closed while its
-- link was alive is asked about once more after the link's end, since it may have been paid all the same.
alter table payment
  add column check_after timestamptz,
  -- since when the gateway has had the money and examined it
  add column held_at timestamptz,
  -- the gateway's own code of how it ended, "" where it has none
  add column code text not null default '';
drop index payment_pending;
create index payment_to_check on payment (check_after) where check_after is not null;
create index payment_by_gateway_id on payment (gateway_id) where gateway_id is not null;
create index payment_by_gateway_transaction on payment (gateway_transaction) where gateway_transaction is not null;

-- What gateways told us and answered, as it came: only ever added to, in transactions of its own, so that what was refused is
-- in it too. Signatures, tokens and cards are left out.
create table payment_event (
  id bigint generated always as identity primary key,
  -- an order may be deleted for good; what was said of its payments stays
  payment_id integer references payment on delete set null,
  method text not null,
  channel text not null check (channel in ('begin', 'return', 'notice', 'ask', 'refund')),
  -- the gateway's own id of a notice: one that comes twice is known
  event_id text unique,
  verdict text not null,
  code text not null default '',
  payload jsonb not null default '{}',
  at timestamptz not null
);
create index payment_event_of on payment_event (payment_id, id);
create index payment_event_by_time on payment_event (at);

alter table refund
  -- of an attempt that paid a second time: no part of what the order was refunded
  add column surplus boolean not null default false,
  -- when the gateway was first asked for it: whoever asks again looks first whether it was heard
  add column asked_at timestamptz,
  add column answer jsonb,
  add column check_after timestamptz;
create index refund_of_payment on refund (payment_id);
create index refund_to_check on refund (check_after) where check_after is not null;
create unique index refund_one_surplus on refund (payment_id) where surplus and status <> 'failed';

alter table parcel
  -- đồng that the courier collects; 0 for what is paid
  add column cod_amount bigint not null default 0 check (cod_amount >= 0),
  -- the carrier has paid the collected cash out to the shop
  add column cod_transferred_at timestamptz,
  -- why the carrier would not take it, in its own words; "" otherwise
  add column failure text not null default '',
  -- when the carrier was first asked to take it: whoever asks again looks first whether it has
  add column sent_at timestamptz,
  -- since when the shop wants it stopped; the carrier may have picked it up by then
  add column cancel_asked_at timestamptz,
  -- when the carrier is asked next; null: it has arrived, or is lost for good
  add column check_after timestamptz;
create index parcel_to_check on parcel (check_after) where check_after is not null;

-- When the mail server was told to take the letter's words. A row that has it and is not done may have been sent: whoever died
-- then cannot be asked, so it is not sent again unless a person says so.
alter table outbox add column handed_over_at timestamptz;

-- Until when an order holds its pieces moves while its gateway is asked, and is no change that a merchant's program is told of:
-- the function of 0008 once more, whole, since a migration that is out stays as it is.
create or replace function resource_updated() returns trigger language plpgsql as $$
declare passing text[] := array['total_sales', 'hold_until'];
begin
  if not somebody_listens(tg_argv[0]) then return null; end if;
  -- pieces sold are counted on the product, and are no change of it
  perform queue_webhooks(tg_argv[0] || '.updated', array(
    select id from was join now_is using (id)
    where to_jsonb(was) - passing <> to_jsonb(now_is) - passing
      and coalesce(to_jsonb(was) ->> 'status', '') <> 'trash' and coalesce(to_jsonb(now_is) ->> 'status', '') <> 'trash'));
  perform queue_webhooks(tg_argv[0] || '.deleted', array(
    select id from was join now_is using (id)
    where to_jsonb(was) ->> 'status' <> 'trash' and to_jsonb(now_is) ->> 'status' = 'trash'));
  perform queue_webhooks(tg_argv[0] || '.restored', array(
    select id from was join now_is using (id)
    where to_jsonb(was) ->> 'status' = 'trash' and to_jsonb(now_is) ->> 'status' <> 'trash'));
  return null;
end $$;
