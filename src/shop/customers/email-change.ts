import type { Language } from "#contract/language.ts";
import { isSameEmail } from "#contract/person-validation.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { type Db, isDuplicate, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { findCustomer, updateProfile } from "./customer-store.ts";
import { confirmOwnEmail, findVerification, type LinkUse, markConfirmed } from "./verify-email.ts";

/** Validity of the link in the email to the new address. */
const linkLifetimeMs = dayMs;

export interface EmailChange {
  email: string;
  lang: Language;
  now: Date;
  publicUrl: string;
  appSecret: string;
}

const confirmPath = "/wp-json/custom-auth/v1/confirm-email";

/**
 * Stores a new address until it is confirmed, and emails the link to it and a notice to the current one. If another account gets the
 * address meanwhile, it cannot be confirmed.
 */
export async function requestEmailChange(
  tx: Tx,
  customerId: number,
  { email, lang, now, publicUrl, appSecret }: EmailChange,
): Promise<void> {
  const token = newToken();
  await tx.run(sql`
    insert into email_change (customer_id, email, token_hash, created_at, expires_at)
    values (${customerId}, ${email}, ${hashToken(token)}, ${now}, ${new Date(now.getTime() + linkLifetimeMs)})
    on conflict (customer_id) do update set email = excluded.email, token_hash = excluded.token_hash,
      created_at = excluded.created_at, expires_at = excluded.expires_at`);
  const customer = await findCustomer(tx, customerId);
  if (!customer) return;
  const values = { name: customer.firstName, username: customer.username };
  const url = `${publicUrl}${confirmPath}?${new URLSearchParams({ token, lang })}`;
  const mail = { template: "email_change_confirm" as const, to: email, lang, values };
  await queueMail(tx, mail, { customerId, secrets: { values: { url }, appSecret } });
  await queueMail(tx, { template: "email_change_requested", to: customer.email, lang, values }, { customerId });
}

/** Deletes a new address that is not confirmed yet. */
export const cancelEmailChange = (tx: Tx, customerId: number): Promise<number> =>
  tx.run(sql`delete from email_change where customer_id = ${customerId}`);

/**
 * State of a confirmation link:
 * - `confirm`: it can be used; `done`: it was just used
 * - `unknown`: there is no such link, it has expired, or it was used before
 * - `taken`: another account has the address now
 */
export type LinkState = "confirm" | "done" | "unknown" | "taken";

/** The state of a link before it is used. */
export async function readLinkState(reader: Reader, token: string, now: Date): Promise<LinkState> {
  const link = await reader.one<{ taken: boolean }>(sql`
    select exists (select from customer c where lower(c.email) = lower(e.email) and c.id <> e.customer_id) taken
    from email_change e where e.token_hash = ${hashToken(token)} and e.expires_at > ${now}`);
  if (link) return link.taken ? "taken" : "confirm";
  return (await findVerification(reader, token, { purpose: "confirm", now })) ? "confirm" : "unknown";
}

const consumeLink = (db: Db, use: LinkUse): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { token, now } = use;
    // first, like every write that locks the account and its email change
    await tx.one(sql`
      select from customer where id = (select customer_id from email_change where token_hash = ${hashToken(token)}) for update`);
    const change = await tx.one<{ customerId: number; email: string; confirmed: boolean }>(sql`
      delete from email_change where token_hash = ${hashToken(token)} and expires_at > ${now}
      returning customer_id "customerId", email,
        exists (select from customer c where c.id = customer_id and c.email_confirmed_at is not null) confirmed`);
    const before = change && (await findCustomer(tx, change.customerId));
    if (!before) return false;
    await updateProfile(tx, before.id, { email: change.email }, now);
    await markConfirmed(tx, before.id, use);
    if (isSameEmail(before.email, change.email)) return true;
    const values = { name: before.firstName, username: before.username };
    const { id: customerId, email: to, language } = before;
    await queueMail(
      tx,
      { template: "email_changed", to, lang: language, values, confirmed: change.confirmed },
      { customerId },
    );
    return true;
  });

/** Gives the account its new address by the link in the email to it, once, and notifies the previous one; or confirms its address. */
export async function confirmEmailChange(db: Db, use: LinkUse): Promise<LinkState> {
  try {
    return (await consumeLink(db, use)) || (await confirmOwnEmail(db, use)) ? "done" : "unknown";
  } catch (error) {
    if (isDuplicate(error, "customer_email")) return "taken";
    throw error;
  }
}

/** Deletes changes whose link has expired. */
export const sweepEmailChanges = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from email_change where expires_at <= ${now}`);
