import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Language } from "#contract/language.ts";
import { type Db, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { deleteEmails, queueMail } from "#shop/mail/index.ts";
import { anonymiseOrders } from "./anonymise-orders.ts";

export type DeleteAccountResult =
  /** @param orders how many remain, anonymised */
  | { ok: true; orders: number; username: string }
  /** there is no such customer, or the password was changed concurrently */
  | { ok: false; reason: "unknown" }
  /** @param orders ids of open orders */
  | { ok: false; reason: "open orders"; orders: number[] };

/** Orders that still require action: they are open, money is in transit in either direction, or a shipment is. */
const openOrders = (reader: Reader, customerId: number): Promise<{ id: number }[]> =>
  reader.all(sql`
    select id from orders o where customer_id = ${customerId} and status <> 'trash' and (
      status in ('pending', 'processing', 'on-hold')
      or exists (select from payment p where p.order_id = o.id and p.method <> ${codMethodId} and p.status in ('created', 'pending', 'to_refund'))
      or exists (select from refund r where r.order_id = o.id and r.status = 'requested')
      or exists (select from parcel p where p.order_id = o.id and p.next_poll_at is not null))
    order by id`);

interface AccountRow {
  username: string;
  email: string;
  firstName: string;
  language: Language;
  isConfirmed: boolean;
  /** the mailbox is known to be that of the account's owner */
  isOwned: boolean;
}

/** Locks the account, so that no order is placed at the same time. */
const lockAccount = (tx: Tx, id: number, passwordHash: string | null): Promise<AccountRow | undefined> =>
  tx.one<AccountRow>(sql`
    select username, email, first_name "firstName", language, email_confirmed_at is not null "isConfirmed",
      email_owned_at is not null "isOwned" from customer
    where id = ${id} and (${passwordHash}::text is null or password_hash = ${passwordHash}::text) for update`);

/**
 * Deletes an account that has no orders, or whose orders are anonymised, without an email to it.
 * @param email null unless the mailbox is known to be that of the account's owner: others may have used it
 */
export async function eraseAccount(tx: Tx, id: number, email: string | null): Promise<void> {
  await deleteEmails(tx, { id, email });
  await tx.run(
    sql`delete from newsletter_subscription where customer_id = ${id} or lower(email collate "C") = lower(${email}::text collate "C")`,
  );
  await tx.run(sql`delete from idempotency_key where owner = ${`customer:${id}`}`);
  await tx.run(sql`delete from customer where id = ${id}`);
}

/**
 * Deletes an account permanently, in one transaction: profile, sessions, wishlist, cart and newsletter are deleted,
 * orders are anonymised, the address gets an email and can be used for a new account. Idempotent.
 * @param passwordHash the one that was verified; null for a merchant
 */
export const deleteAccount = (
  db: Db,
  id: number,
  { passwordHash = null, lang, now }: { passwordHash?: string | null; lang?: Language; now: Date },
): Promise<DeleteAccountResult> =>
  db.transaction(async (tx): Promise<DeleteAccountResult> => {
    const account = await lockAccount(tx, id, passwordHash);
    if (!account) return { ok: false, reason: "unknown" };
    const open = await openOrders(tx, id);
    if (open.length > 0) return { ok: false, reason: "open orders", orders: open.map((order) => order.id) };
    const { username, email, firstName, language, isConfirmed: confirmed, isOwned } = account;
    const orders = await anonymiseOrders(tx, id, now);
    await eraseAccount(tx, id, isOwned ? email : null);
    const values = { name: firstName, username };
    await queueMail(tx, { template: "account_deleted", to: email, lang: lang ?? language, values, confirmed });
    return { ok: true, orders, username };
  });
