import { endVerification, findVerification, lockVerified } from "#shop/customers/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { runAsActor } from "#shop/kernel/db/audit.ts";
import { type Db, type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { eraseAccount } from "./delete-account.ts";

/**
 * State of a link in an email about an account that another person created:
 * - `confirm`: the link can be used; `removed`: the account, which had no orders, was just deleted
 * - `noted`: the account has orders: it stays, without emails to this address
 * - `unknown`: there is no such link, it has expired, was used, or the address was confirmed
 */
export type RefuseState = "confirm" | "removed" | "noted" | "unknown";

/** The state of a link before it is used. */
export const readRefuseState = async (reader: Reader, token: string, now: Date): Promise<RefuseState> =>
  (await findVerification(reader, token, { purpose: "refuse", now })) ? "confirm" : "unknown";

const hasOrders = async (tx: Tx, customerId: number): Promise<boolean> =>
  (await tx.one(sql`select from orders where customer_id = ${customerId} limit 1`)) !== undefined;

/** The merchant sees on the open orders that the customer's email is probably wrong. */
async function recordRefusedEmail(tx: Tx, customerId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update customer set email_refused_at = ${now}, end_unless_used_at = null where id = ${customerId}`);
  await tx.run(sql`
    insert into order_note (order_id, author, note, customer_note, created_at)
    select id, 'system', ${t("vi", "order_notes.email_refused")}, false, ${now}::timestamptz from orders
    where customer_id = ${customerId} and status in ('pending', 'processing', 'on-hold')`);
}

/** Takes an address from an account by the link in the email to it, once: another person created the account. */
export const refuseEmail = (db: Db, token: string, now: Date): Promise<RefuseState> =>
  runAsActor({ name: "email link", address: null, action: "refuse email" }, () =>
    db.transaction(async (tx): Promise<RefuseState> => {
      await lockVerified(tx, token);
      const link = await findVerification(tx, token, { purpose: "refuse", now });
      if (!link) return "unknown";
      const { customerId } = link;
      await endVerification(tx, customerId);
      if (await hasOrders(tx, customerId)) {
        await recordRefusedEmail(tx, customerId, now);
        return "noted";
      }
      await eraseAccount(tx, customerId, null);
      return "removed";
    }),
  );

const batchSize = 200;

/**
 * Recurring job: deletes accounts that were not used for 30 days after their registration, without an email: the address is
 * probably mistyped.
 */
export async function endUnusedAccounts({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const unused = sql`end_unless_used_at <= ${now} and email_confirmed_at is null
    and not exists (select from orders o where o.customer_id = customer.id)`;
  const due = await db.all<{ id: number }>(sql`
    select id from customer where ${unused} order by end_unless_used_at limit ${batchSize}`);
  for (const { id } of due)
    await db.transaction(async (tx) => {
      // a login or an order may be faster
      if (await tx.one(sql`select from customer where id = ${id} and ${unused} for update`))
        await eraseAccount(tx, id, null);
    });
}
