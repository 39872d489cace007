import { recordAuditEvent } from "#shop/kernel/db/audit.ts";
import { type Db, type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { isEmailOf } from "#shop/mail/index.ts";

/** All data stored about one person, under readable names. Times are ISO 8601, money is whole đồng. */
export type PersonalData = Record<string, unknown>;

const profile = (id: number): Sql => sql`
  select username, email, first_name, last_name, phone, address, city, district, ward, postcode, province_id, district_id,
    ward_code, saved_address, language, billing "billing_by_merchant", shipping "shipping_by_merchant", meta_data "facts_by_merchant",
    created_at "registered_at", modified_at "changed_at", email_confirmed_at, email_refused_at, email_owned_at
  from customer where id = ${id}`;

/** Order data shown to the customer, and what is stored with it; the merchant's private notes are excluded. */
const orders = (id: number): Sql => sql`
  select o.id "number", o.status, o.created_at "placed_at", o.paid_at, o.completed_at, o.subtotal, o.discount_total,
    o.shipping_total, o.fee_total, o.total, o.currency, o.payment_method, o.payment_method_title, o.transaction_id, o.billing,
    o.shipping, o.shipping_method, o.location, o.customer_note "note", o.meta_data "facts", host(o.customer_ip) "address_of_device",
    o.user_agent "browser",
    (select jsonb_agg(jsonb_build_object('name', coalesce(to_jsonb(l.custom_name), l.name), 'sku', l.sku, 'options', l.options,
       'quantity', l.quantity, 'unit_price', l.unit_price, 'total', l.total, 'facts', l.meta_data) order by l.id)
     from order_line l where l.order_id = o.id) "items",
    (select jsonb_agg(jsonb_build_object('method', p.method, 'status', p.status, 'amount', p.amount,
       'amount_usd_cents', p.amount_usd_cents, 'reference', p.reference, 'transaction', p.gateway_transaction,
       'began_at', p.created_at, 'settled_at', p.settled_at) order by p.id)
     from payment p where p.order_id = o.id) "payments",
    (select jsonb_agg(jsonb_build_object('amount', r.amount, 'status', r.status, 'reason', r.reason, 'asked_at', r.created_at,
       'done_at', r.done_at) order by r.id)
     from refund r where r.order_id = o.id) "refunds",
    (select jsonb_agg(jsonb_build_object('amount', b.amount, 'content', b.content, 'reference', b.reference, 'at', b.at) order by b.id)
     from bank_transfer b where b.order_id = o.id and b.state = 'matched') "bank_transfers",
    (select jsonb_build_object('bank', a.bin, 'account', a.masked, 'holder', a.holder, 'entered_at', a.entered_at)
     from bank_refund_account a where a.order_id = o.id) "refund_account",
    (select jsonb_agg(jsonb_build_object('carrier', p.carrier, 'tracking_code', p.tracking_code, 'status', p.status,
       'sent_at', p.sent_at, 'steps', (select jsonb_agg(jsonb_build_object('status', e.status, 'at', e.at) order by e.id)
         from parcel_event e where e.parcel_id = p.id)) order by p.id)
     from parcel p where p.order_id = o.id) "parcels",
    (select jsonb_agg(jsonb_build_object('note', n.note, 'at', n.created_at) order by n.id)
     from order_note n where n.order_id = o.id and n.customer_note) "notes_to_you",
    (select jsonb_agg(jsonb_build_object('change', n.note, 'at', n.created_at) order by n.id)
     from order_note n where n.order_id = o.id and n.author = 'customer') "changes_by_you",
    (select jsonb_agg(jsonb_build_object('status', e.to_status, 'at', e.at) order by e.id)
     from order_event e where e.order_id = o.id) "history"
  from orders o where o.customer_id = ${id} order by o.id`;

/** @param email null if it is not confirmed: others may have used it */
const lists = ({ id, email }: { id: number; email: string | null }): Record<string, Sql> => ({
  orders: orders(id),
  cart: sql`
    select l.product_id, p.name, l.variation_id, l.quantity, l.added_at
    from cart c join cart_line l on l.cart_id = c.id join product p on p.id = l.product_id
    where c.customer_id = ${id} order by l.added_at`,
  wishlist: sql`
    select w.product_id, p.name, w.added_at from wishlist_item w join product p on p.id = w.product_id
    where w.customer_id = ${id} order by w.added_at`,
  newsletter: sql`
    select email, consented_at, unsubscribed_at "left_at" from newsletter_subscription
    where customer_id = ${id} or lower(email collate "C") = lower(${email}::text collate "C")`,
  sessions: sql`
    select created_at "began_at", last_seen_at, expires_at, remember "remembered" from session
    where customer_id = ${id} order by created_at`,
  password_resets: sql`
    select created_at "asked_at", expires_at, used_at from password_reset where customer_id = ${id} order by created_at`,
  email_change: sql`
    select email "to", created_at "asked_at", expires_at from email_change where customer_id = ${id}`,
  addresses: sql`
    select label, first_name, last_name, phone, address, city, district, ward, postcode, province_id, district_id, ward_code,
      saved_address, is_default "is_profile", created_at "added_at"
    from customer_address where customer_id = ${id} order by id`,
  email_verifications: sql`
    select email "to", purpose, created_at "written_at", expires_at from email_verification
    where customer_id = ${id} order by created_at, purpose`,
  letters: sql`
    select payload ->> 'template' "about", payload ->> 'to' "to", created_at "written_at", done_at "sent_at" from outbox
    where ${isEmailOf({ id, email })} and payload ->> 'to' is not null order by id`,
  // reads and changes of the data other than by shopping
  handled: sql`
    select at, actor "by", action, operation "happened" from audit
    where object = 'customer' and object_id = ${String(id)} order by id`,
});

async function readPersonalData(reader: Reader, id: number): Promise<PersonalData | null> {
  const person = await reader.one<Record<string, unknown>>(profile(id));
  if (!person) return null;
  const data: PersonalData = { customer: id, profile: person };
  // what another person with this email caused is theirs, even if they have confirmed it
  const owned = await reader.one<{ email: string }>(
    sql`select email from customer where id = ${id} and email_owned_at is not null`,
  );
  for (const [name, statement] of Object.entries(lists({ id, email: owned?.email ?? null })))
    data[name] = await reader.all(statement);
  return data;
}

/**
 * Exports all data of one customer from a single snapshot; the export is recorded in the audit log with its actor.
 * @returns null if there is no such customer
 */
export const exportPersonalData = (db: Db, id: number, { now }: { now: Date }): Promise<PersonalData | null> =>
  db.transaction(async (tx) => {
    const data = await readPersonalData(tx, id);
    if (!data) return null;
    await recordAuditEvent(tx, { operation: "exported", object: "customer", id });
    return { made_at: now, ...data };
  });
