import { hourMs } from "#shop/kernel/base/clock.ts";
import { type Db, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { hashToken, newToken } from "#shop/kernel/base/secrets.ts";
import { queueMail } from "#shop/mail/index.ts";
import { lockAccountByEmail } from "./customer-store.ts";
import { hashPassword } from "#shop/kernel/auth/passwords.ts";
import { setPassword } from "./set-password.ts";
import { endVerification } from "./verify-email.ts";

const keyLifetimeMs = hourMs;

export interface ResetOptions {
  now: Date;
  publicUrl: string;
  appSecret: string;
}

/** Sends a key to the address if it has an account; the result is the same if not. */
export async function requestReset(db: Db, email: string, { now, publicUrl, appSecret }: ResetOptions): Promise<void> {
  const key = newToken();
  const expires = new Date(now.getTime() + keyLifetimeMs);
  await db.transaction(async (tx) => {
    // a change of the address either waits for the key and invalidates it, or is seen here
    const account = await lockAccountByEmail(tx, email);
    if (!account) return;
    const url = `${publicUrl}/reset-password?${new URLSearchParams({ key, login: account.username })}`;
    const values = { name: account.firstName, username: account.username };
    await tx.run(sql`insert into password_reset (token_hash, customer_id, created_at, expires_at)
      values (${hashToken(key)}, ${account.id}, ${now}, ${expires})`);
    await queueMail(
      tx,
      { template: "password_reset", to: account.email, lang: account.language, values },
      { customerId: account.id, secrets: { values: { url }, appSecret } },
    );
  });
}

const openKey = (key: string, login: string, now: Date) => sql`
  token_hash = ${hashToken(key)} and used_at is null and expires_at > ${now} and customer_id in
    (select id from customer where lower(username) = lower(${login}) or lower(email) = lower(${login}))`;

const isValidKey = async (db: Reader, key: string, login: string, now: Date): Promise<boolean> =>
  (await db.one(sql`select 1 from password_reset where ${openKey(key, login, now)}`)) !== undefined;

/** @returns false if the key is wrong, used, expired, or of another account */
export async function resetPassword(
  db: Db,
  { key, login, password }: { key: string; login: string; password: string },
  now: Date,
): Promise<boolean> {
  // checked before hashing, so that guessing keys is cheap for the shop
  if (!(await isValidKey(db, key, login, now))) return false;
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    // the account first, as every change of its password or email locks it: two keys of one account would wait for each other
    await tx.one(sql`
      select from customer where id = (select customer_id from password_reset where token_hash = ${hashToken(key)}) for update`);
    const used = await tx.one<{ customerId: number }>(sql`
      update password_reset set used_at = ${now} where ${openKey(key, login, now)} returning customer_id "customerId"`);
    if (!used) return false;
    await setPassword(tx, used.customerId, passwordHash, now);
    // a key sent to an earlier address is invalid, so this one arrived at the account's current address, and confirms
    // it; the person with the mailbox has the account from now on
    await tx.run(sql`
      update customer set email_confirmed_at = ${now}, email_refused_at = null, email_owned_at = ${now}
      where id = ${used.customerId}`);
    await endVerification(tx, used.customerId);
    return true;
  });
}

/** Deletes reset keys that are no longer valid. */
export const sweepResets = (tx: Tx, now: Date): Promise<number> =>
  tx.run(sql`delete from password_reset where expires_at <= ${now} or used_at is not null`);
