import { dayMs } from "#shop/kernel/base/clock.ts";
import { hmacHex } from "#shop/kernel/base/secrets.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { Mail } from "./email.ts";
import { mailboxOf } from "./mailbox.ts";

/** Kinds of emails that a request without payment can trigger to any address: of orders, and of registration. */
const limitedTemplates: Partial<Record<Mail["template"], "order" | "account">> = {
  order_received: "order",
  order_confirm_reminder: "order",
  order_cancelled: "order",
  payment_failed: "order",
  order_link: "order",
  order_claim: "order",
  order_claimed: "order",
  account_confirm: "account",
  welcome: "account",
  newsletter_welcome: "account",
  email_change_confirm: "account",
  email_change_requested: "account",
  email_changed: "account",
  account_deleted: "account",
};

/** How many emails of one limit an unconfirmed mailbox gets in 24 hours. */
const maxLimitedEmails = 6;

/** `own`: an email about an account, to the account's address, which is not confirmed; `refused`: its owner reported that the account is another person's. */
type Recipient = "confirmed" | "own" | "other" | "refused";

/** @param rowId the email's row in the outbox */
async function recipientOf(reader: Reader, { to, values, confirmed }: Mail, rowId: number): Promise<Recipient> {
  if (confirmed) return "confirmed";
  const order = /^\d{1,9}$/.test(values.order_number ?? "") ? Number(values.order_number) : null;
  const account = await reader.one<{ confirmed: boolean; refused: boolean }>(sql`
    select c.email_confirmed_at is not null confirmed, c.email_refused_at is not null refused
    from outbox b left join orders o on o.id = ${order}::integer join customer c on c.id = coalesce(b.customer_id, o.customer_id)
    where b.id = ${rowId} and lower(c.email collate "C") = lower(${to} collate "C")`);
  if (!account) return "other";
  if (account.confirmed) return "confirmed";
  return account.refused ? "refused" : "own";
}

async function countSent(reader: Reader, limitKey: string, now: Date): Promise<number> {
  const row = await reader.one<{ sent: number }>(sql`
    select count(*)::int sent from outbox
    where limit_key = ${limitKey} and smtp_data_at > ${new Date(now.getTime() - dayMs)}`);
  return row?.sent ?? 0;
}

export interface RecipientOptions {
  /** of the email's row in the outbox */
  rowId: number;
  /** false: without a limit (RATE_LIMITS=off) */
  limited: boolean;
  appSecret: string;
  now: Date;
}

/** An email as it may be sent. */
export interface SendableMail {
  mail: Mail;
  /** stored with the row when it is sent, to count it; null if it counts towards no limit */
  limitKey: string | null;
}

/**
 * Protects addresses that a customer only typed: an email about an order does not carry the street, which is free text, to an
 * address that is not the confirmed one of the order's customer, and such a mailbox gets a few emails a day. Those about the
 * account that has the address, and those that others cause, are counted separately, so that neither prevent the other.
 * @returns null for an email that may not be sent
 */
export async function forRecipient(
  reader: Reader,
  mail: Mail,
  { rowId, limited, appSecret, now }: RecipientOptions,
): Promise<SendableMail | null> {
  const { to, order, template } = mail;
  const limit = limitedTemplates[template];
  if (to === null || (!order && !limit)) return { mail, limitKey: null };
  const recipient = await recipientOf(reader, mail, rowId);
  if (recipient === "confirmed") return { mail, limitKey: null };
  if (recipient === "refused") return null;
  const limitKey = limit ? hmacHex(appSecret, `mail limit ${limit} ${recipient} ${mailboxOf(to)}`) : null;
  if (limited && limitKey && (await countSent(reader, limitKey, now)) >= maxLimitedEmails) return null;
  return {
    mail: order ? { ...mail, order: { ...order, shipTo: order.shipToUnconfirmed ?? order.shipTo } } : mail,
    limitKey,
  };
}
