import { sql, type Tx } from "#shop/kernel/db/database.ts";

/** Meta data of programs: numbers and booleans stay, since bookkeeping may need them; texts may contain a name. */
const withoutWords = (facts: string) =>
  sql([
    `coalesce((select jsonb_agg(fact) from jsonb_array_elements(${facts}) fact
     where jsonb_typeof(fact -> 'value') in ('number', 'boolean') and fact ->> 'key' !~ '^_(shipping|billing)'), '[]')`,
  ]);

/** Only the province and the country of an address stay: bookkeeping needs the region, and it identifies no person. */
const withoutPerson = (address: "billing" | "shipping") =>
  sql([
    `(select jsonb_object_agg(field, case when field in ('city', 'country') then value else '""' end)
    from jsonb_each(${address}) a (field, value))`,
  ]);

const note = "The personal data of this order was deleted with the customer's account.";

/**
 * Anonymises a customer's orders. What the law requires in the books stays: number, dates, items, totals, payments with
 * the gateways' references, refunds, shipments with their codes.
 * @returns the number of orders
 */
export async function anonymiseOrders(tx: Tx, customerId: number, now: Date): Promise<number> {
  const own = sql`(select id from orders where customer_id = ${customerId})`;
  await tx.run(sql`delete from order_note where order_id in ${own}`);
  await tx.run(sql`update order_call set note = '' where order_id in ${own} and note <> ''`);
  await tx.run(sql`update promise_change set reason = '' where order_id in ${own} and reason <> ''`);
  await tx.run(
    sql`update order_event set reason = '' where order_id in ${own} and reason <> '' and (actor like 'merchant%' or actor like 'staff%' or actor like 'customer%')`,
  );
  await tx.run(
    sql`update order_line set meta_data = ${withoutWords("meta_data")} where order_id in ${own} and meta_data <> '[]'`,
  );
  await tx.run(
    sql`update order_charge set meta_data = ${withoutWords("meta_data")} where order_id in ${own} and meta_data <> '[]'`,
  );
  await tx.run(sql`
    update refund set reason = '', dismissed_because = '', meta_data = ${withoutWords("meta_data")} where order_id in ${own}
      and (reason <> '' or meta_data <> '[]')`);
  // the person to refund has been deleted: requests that are open are rejected
  await tx.run(sql`
    update refund_request set reason = '', note = '',
      refund = jsonb_build_object('api_refund', coalesce(refund -> 'api_refund', 'true')),
      state = case state when 'open' then 'rejected' else state end, decided_at = coalesce(decided_at, ${now})
    where order_id in ${own}`);
  await tx.run(sql`update payment set request = request - '{vnp_IpAddr,pay_url}'::text[] where order_id in ${own}`);
  await tx.run(sql`
    update payment_event set payload = payload - 'vnp_IpAddr'
    where payment_id in (select id from payment where order_id in ${own}) and payload ? 'vnp_IpAddr'`);
  // the content of a transfer and the accounts name the payer
  await tx.run(sql`update bank_transfer set content = '', counter_account = '' where order_id in ${own}`);
  await tx.run(sql`delete from bank_refund_account where order_id in ${own}`);
  await tx.run(sql`delete from bank_link where order_id in ${own}`);
  await tx.run(sql`delete from order_link where order_id in ${own}`);
  await tx.run(sql`delete from guest_order where order_id in ${own}`);
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
  const anonymised = await tx.run(sql`
    update orders set billing = ${withoutPerson("billing")}, shipping = ${withoutPerson("shipping")}, location = null,
      customer_note = '', customer_ip = null, user_agent = '', meta_data = ${withoutWords("meta_data")}, modified_at = ${now}
    where customer_id = ${customerId}`);
  // with what the update above has replaced
  await tx.run(sql`delete from order_contact_change where order_id in ${own}`);
  return anonymised;
}
