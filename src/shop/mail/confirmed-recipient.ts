import { dayMs } from "#shop/kernel/base/clock.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { Mail } from "./email.ts";

/** Emails that anyone with an account causes by placing orders, without paying. */
const freeTemplates: readonly Mail["template"][] = ["order_received", "order_cancelled", "payment_failed"];

/** How many of them an unconfirmed address gets in 24 hours. */
export const maxFreeEmails = 6;

/** Whether an email about an order goes to the confirmed address of the order's own customer. */
async function isConfirmed(reader: Reader, { to, values }: Mail): Promise<boolean> {
  const row = await reader.one(sql`
    select from orders o join customer c on c.id = o.customer_id
    where o.id::text = ${values.order_number ?? ""} and lower(c.email) = lower(${to}) and c.email_confirmed_at is not null`);
  return row !== undefined;
}

async function countFreeEmails(reader: Reader, to: string, now: Date): Promise<number> {
  const row = await reader.one<{ sent: number }>(sql`
    select count(*)::int sent from outbox
    where kind = 'mail' and lower(payload ->> 'to') = lower(${to}) and payload ->> 'template' = any(${freeTemplates}::text[])
      and smtp_data_at > ${new Date(now.getTime() - dayMs)}`);
  return row?.sent ?? 0;
}

/**
 * Protects addresses that a customer only typed: an email about an order does not carry the street, which is free text, to an
 * address that is not the confirmed one of the order's customer, and such an address gets a few order emails a day.
 * @param limited false: any number (RATE_LIMITS=off)
 * @returns the email as it may be sent; null if it may not
 */
export async function forRecipient(
  reader: Reader,
  mail: Mail,
  { limited, now }: { limited: boolean; now: Date },
): Promise<Mail | null> {
  const { to, order, template } = mail;
  const isFree = freeTemplates.includes(template);
  if (to === null || (!order && !isFree) || (await isConfirmed(reader, mail))) return mail;
  if (limited && isFree && (await countFreeEmails(reader, to, now)) >= maxFreeEmails) return null;
  return order ? { ...mail, order: { ...order, shipTo: order.shipToUnconfirmed ?? order.shipTo } } : mail;
}
