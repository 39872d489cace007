import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Language } from "#contract/language.ts";
import { type Db, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { anonymiseOrders, deleteEmails } from "./anonymise-orders.ts";

export type Deleted =
  /** @param orders how many are kept, without the person */
  | { ok: true; orders: number; username: string }
  /** there is no such customer, or the password was changed meanwhile */
  | { ok: false; because: "unknown" }
  /** @param orders that are not over yet, by their numbers */
  | { ok: false; because: "under way"; orders: number[] };

/**
 * Orders that somebody still has to do something about: they are not over, money is under way in either direction, or a
 * parcel is.
 */
const ordersUnderWay = (reader: Reader, customerId: number): Promise<{ id: number }[]> =>
  reader.all(sql`
    select id from orders o where customer_id = ${customerId} and status <> 'trash' and (
      status in ('pending', 'processing', 'on-hold')
      or exists (select from payment p where p.order_id = o.id and p.method <> ${codMethodId} and p.status in ('created', 'pending', 'to_refund'))
      or exists (select from refund r where r.order_id = o.id and r.status = 'requested')
      or exists (select from parcel p where p.order_id = o.id and p.next_poll_at is not null))
    order by id`);

interface Account {
  username: string;
  email: string;
  firstName: string;
  language: Language;
}

/** Holds the account, so that nothing is ordered meanwhile. */
const hold = (tx: Tx, id: number, passwordHash: string | null): Promise<Account | undefined> =>
  tx.one<Account>(sql`
    select username, email, first_name "firstName", language from customer
    where id = ${id} and (${passwordHash}::text is null or password_hash = ${passwordHash}::text) for update`);

async function forget(tx: Tx, id: number, email: string): Promise<void> {
  await deleteEmails(tx, id, email);
  await tx.run(sql`delete from newsletter_subscription where customer_id = ${id} or lower(email) = lower(${email})`);
  await tx.run(sql`delete from idempotency_key where owner = ${`customer:${id}`}`);
}

/**
 * Deletes an account for good, in one transaction: profile, sessions, wishlist, cart and newsletter go, orders stay without
 * the person, and the address is told and free for another account. Twice is once.
 * @param passwordHash the one that was verified; null where a merchant acts
 */
export const deleteAccount = (
  db: Db,
  id: number,
  { passwordHash = null, lang, now }: { passwordHash?: string | null; lang?: Language; now: Date },
): Promise<Deleted> =>
  db.transaction(async (tx): Promise<Deleted> => {
    const account = await hold(tx, id, passwordHash);
    if (!account) return { ok: false, because: "unknown" };
    const underWay = await ordersUnderWay(tx, id);
    if (underWay.length > 0) return { ok: false, because: "under way", orders: underWay.map((order) => order.id) };
    const { username, email, firstName, language } = account;
    await forget(tx, id, email);
    const orders = await anonymiseOrders(tx, id, now);
    await tx.run(sql`delete from customer where id = ${id}`);
    const values = { name: firstName, username };
    await queueMail(tx, { template: "account_deleted", to: email, lang: lang ?? language, values });
    return { ok: true, orders, username };
  });
