import type { Language } from "#contract/language.ts";
import { dayMs } from "#shop/kernel/base/clock.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { type Db, type Reader, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";

/** `own`: of a browser that confirmed an address without a session */
type VerificationPurpose = "confirm" | "refuse" | "own";

const confirmPath = "/wp-json/custom-auth/v1/confirm-email";
const refusePath = "/wp-json/custom-auth/v1/refuse-email";
/** How long the links work, and how long after a confirmation a login proves that the mailbox is its owner's. */
export const lifetimeMs: Record<VerificationPurpose, number> = { confirm: dayMs, refuse: 30 * dayMs, own: dayMs };

interface VerificationEmail {
  /** `welcome` after a registration, `account_confirm` for any other account */
  template: "welcome" | "account_confirm";
  email: string;
  username: string;
  name: string;
  lang: Language;
  now: Date;
  publicUrl: string;
  appSecret: string;
}

const insertVerification = (
  tx: Tx,
  customerId: number,
  { token, email, purpose, now }: { token: string; email: string; purpose: VerificationPurpose; now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into email_verification (token_hash, customer_id, email, purpose, created_at, expires_at)
    values (${hashToken(token)}, ${customerId}, ${email}, ${purpose}, ${now}, ${new Date(now.getTime() + lifetimeMs[purpose])})`);

/** Emails the account's address the link that confirms it, and one that reports that another person created the account. */
export async function requestVerification(
  tx: Tx,
  customerId: number,
  { template, email, username, name, lang, now, publicUrl, appSecret }: VerificationEmail,
): Promise<void> {
  const link = async (purpose: VerificationPurpose, path: string): Promise<string> => {
    const token = newToken();
    await insertVerification(tx, customerId, { token, email, purpose, now });
    return `${publicUrl}${path}?${new URLSearchParams({ token, lang })}`;
  };
  const secrets = { url: await link("confirm", confirmPath), refuse_url: await link("refuse", refusePath) };
  const mail = {
    template,
    to: email,
    lang,
    values: { name, username },
    also: template === "welcome" ? ["confirm"] : [],
  };
  await queueMail(tx, mail, { customerId, secrets: { values: secrets, appSecret } });
}

const hasToken = (token: string): Sql => sql`v.token_hash = ${hashToken(token)}`;

/** SQL of a link `v` of customer `c` that can be used. */
const isOpen = (token: string, purpose: VerificationPurpose, now: Date): Sql => sql`
  ${hasToken(token)} and v.purpose = ${purpose} and v.expires_at > ${now} and c.id = v.customer_id
  and lower(c.email collate "C") = lower(v.email collate "C")`;

/** The account of a link that can be used, undefined if it cannot. */
export const findVerification = (
  reader: Reader,
  token: string,
  { purpose, now }: { purpose: VerificationPurpose; now: Date },
): Promise<{ customerId: number } | undefined> =>
  reader.one(sql`select c.id "customerId" from email_verification v, customer c where ${isOpen(token, purpose, now)}`);

/** Locks the account of a link, before it is used: the first one of concurrent uses counts. */
export const lockVerified = async (tx: Tx, token: string): Promise<void> =>
  void (await tx.one(sql`
    select from customer where id = (select v.customer_id from email_verification v where ${hasToken(token)}) for update`));

/** Makes all links to an account's address unusable. */
export const endVerification = (tx: Tx, customerId: number): Promise<number> =>
  tx.run(sql`delete from email_verification where customer_id = ${customerId}`);

/** The use of a link in an email. */
export interface LinkUse {
  token: string;
  /** of the session in which it is used; null without one */
  sessionCustomerId: number | null;
  now: Date;
}

/**
 * Marks an account's address as confirmed. The mailbox is known to be that of the account's owner in a session of the account alone: the
 * person with the mailbox may confirm what another one has registered. Without such a session the link's token, which the browser gets
 * as a cookie, proves it at a login ({@link proveMailbox}). Call it with the account locked.
 */
export async function markConfirmed(
  tx: Tx,
  customerId: number,
  { token, sessionCustomerId, now }: LinkUse,
): Promise<void> {
  const ownedAt = sessionCustomerId === customerId ? now : null;
  const row = await tx.one<{ email: string }>(sql`
    update customer set email_confirmed_at = ${now}, email_refused_at = null, email_owned_at = ${ownedAt}::timestamptz
    where id = ${customerId} returning email`);
  await endVerification(tx, customerId);
  if (row && ownedAt === null)
    await insertVerification(tx, customerId, { token, email: row.email, purpose: "own", now });
}

/** After a login: the browser that has confirmed the account's address is its owner's. */
export async function proveMailbox(tx: Tx, customerId: number, token: string, now: Date): Promise<void> {
  const confirmed = await findVerification(tx, token, { purpose: "own", now });
  if (confirmed?.customerId !== customerId) return;
  await tx.run(
    sql`update customer set email_owned_at = ${now} where id = ${customerId} and email_confirmed_at is not null`,
  );
  await endVerification(tx, customerId);
}

/** Confirms the account's own address by the link in the email to it, once. @returns false if the link cannot be used */
export const confirmOwnEmail = (db: Db, use: LinkUse): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { token, now } = use;
    await lockVerified(tx, token);
    const link = await findVerification(tx, token, { purpose: "confirm", now });
    if (link) await markConfirmed(tx, link.customerId, use);
    return link !== undefined;
  });

/** Deletes links that have expired. */
export const sweepVerifications = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from email_verification where expires_at <= ${now}`);
