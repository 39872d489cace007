import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";

export interface EmailCustomer {
  id: number;
  /** null if it is not confirmed: it may be a stranger's */
  email: string | null;
}

const isAbout = (customerId: number): Sql => sql`(customer_id = ${customerId}
  or payload -> 'values' ->> 'order_number' in (select id::text from orders where customer_id = ${customerId}))`;

/**
 * Condition of the outbox rows with an email about a customer's account or orders, also to a previous or unconfirmed address, or with
 * one to the customer's own address.
 */
export const isEmailOf = ({ id, email }: EmailCustomer): Sql =>
  sql`kind = 'mail' and (${isAbout(id)} or lower(payload ->> 'to' collate "C") = lower(${email}::text collate "C"))`;

/**
 * Deletes a customer's emails. Those that were sent leave a record that prevents a second sending. Another customer's queued email
 * to the same address is sent, and an email to the merchant too, without the person.
 */
export async function deleteEmails(tx: Tx, customer: EmailCustomer): Promise<void> {
  const isMerchants = sql`payload ->> 'to' is null`;
  await tx.run(sql`
    update outbox set payload = jsonb_build_object('template', payload -> 'template')
    where done_at is not null and ${isEmailOf(customer)}`);
  await tx.run(sql`delete from outbox where done_at is null and failed_at is not null and ${isEmailOf(customer)}`);
  await tx.run(sql`
    delete from outbox where done_at is null and kind = 'mail' and not (${isMerchants}) and ${isAbout(customer.id)}`);
  await tx.run(sql`
    update outbox set payload = payload #- '{facts,customer}' #- '{facts,phone}' #- '{facts,address}'
    where done_at is null and kind = 'mail' and ${isMerchants} and ${isAbout(customer.id)}`);
}
