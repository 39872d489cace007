import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Facts that programs keep: numbers and yes or no stay, since books are kept by them; words may name somebody. */
const withoutWords = (facts: string) =>
  sql([
    `coalesce((select jsonb_agg(fact) from jsonb_array_elements(${facts}) fact
     where jsonb_typeof(fact -> 'value') in ('number', 'boolean') and fact ->> 'key' !~ '^_(shipping|billing)'), '[]')`,
  ]);

/** Of an address only the province and the country are left: what was sold where is bookkeeping, and names nobody. */
const withoutPerson = (address: "billing" | "shipping") =>
  sql([
    `(select jsonb_object_agg(field, case when field in ('city', 'country') then said else '""' end)
    from jsonb_each(${address}) a (field, said))`,
  ]);

const note = "The personal data of this order was deleted with the customer's account.";

/**
 * Takes the person out of a customer's orders. What the law has the books keep stays: number, dates, pieces, sums, payments
 * with the gateways' references, refunds, parcels with their codes.
 * @returns how many orders there are
 */
export async function anonymiseOrders(tx: Tx, customerId: number, now: Date): Promise<number> {
  const own = sql`(select id from orders where customer_id = ${customerId})`;
  await tx.run(sql`delete from order_note where order_id in ${own}`);
  await tx.run(
    sql`update order_event set reason = '' where order_id in ${own} and reason <> '' and actor like 'merchant%'`,
  );
  await tx.run(
    sql`update order_line set meta_data = ${withoutWords("meta_data")} where order_id in ${own} and meta_data <> '[]'`,
  );
  await tx.run(
    sql`update order_charge set meta_data = ${withoutWords("meta_data")} where order_id in ${own} and meta_data <> '[]'`,
  );
  await tx.run(sql`
    update refund set reason = '', meta_data = ${withoutWords("meta_data")} where order_id in ${own}
      and (reason <> '' or meta_data <> '[]')`);
  await tx.run(sql`update payment set request = request - '{vnp_IpAddr,pay_url}'::text[] where order_id in ${own}`);
  await tx.run(sql`
    update payment_event set payload = payload - 'vnp_IpAddr'
    where payment_id in (select id from payment where order_id in ${own}) and payload ? 'vnp_IpAddr'`);
  await tx.run(sql`update parcel set failure = '' where order_id in ${own} and failure <> ''`);
  await tx.run(sql`
    update parcel_event set payload = payload - '{Reason,Description}'::text[]
    where parcel_id in (select id from parcel where order_id in ${own})`);
  await tx.run(sql`
    delete from webhook_delivery where topic like 'order.%' and resource_id in ${own}
      or topic like 'customer.%' and resource_id = ${customerId}`);
  await tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at)
    select id, 'system', ${note}, false, ${now}::timestamptz from orders where customer_id = ${customerId}`);
  return tx.run(sql`
    update orders set billing = ${withoutPerson("billing")}, shipping = ${withoutPerson("shipping")}, location = null,
      customer_note = '', customer_ip = null, user_agent = '', meta_data = ${withoutWords("meta_data")}, modified_at = ${now}
    where customer_id = ${customerId}`);
}

/**
 * Letters that have gone, or never will, are forgotten; one that waits is still sent. What makes sure that none is sent
 * twice stays.
 */
export async function deleteEmails(tx: Tx, customerId: number, email: string): Promise<void> {
  const theirs = sql`kind = 'mail' and (lower(payload ->> 'to') = lower(${email})
    or payload -> 'values' ->> 'order_number' in (select id::text from orders where customer_id = ${customerId}))`;
  await tx.run(sql`delete from outbox where failed_at is not null and ${theirs}`);
  await tx.run(sql`
    update outbox set payload = jsonb_build_object('template', payload -> 'template') where done_at is not null and ${theirs}`);
}
