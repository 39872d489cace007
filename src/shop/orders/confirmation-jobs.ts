import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { isUnconfirmed, unconfirmedReason } from "./read-confirmation.ts";
import { nextReminder } from "./confirmation-times.ts";
import { lockOrder } from "./lock-order.ts";
import { reminderMailOf } from "./order-mails.ts";
import { transitionOrder } from "./transition-order.ts";

const batchSize = 100;

/** Recurring job: cancels cash orders that were not confirmed in time, which returns their stock. */
export async function cancelUnconfirmed({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const isDue = sql`c.confirm_by <= ${now} and ${isUnconfirmed}`;
  const due = await db.all<{ id: number }>(sql`
    select o.id from cod_confirmation c join orders o on o.id = c.order_id where ${isDue} order by c.confirm_by limit ${batchSize}`);
  for (const { id } of due)
    await db.transaction(async (tx) => {
      await lockOrder(tx, id);
      // a confirmation or a staff member was faster
      const still = sql`select from cod_confirmation c join orders o on o.id = c.order_id where o.id = ${id} and ${isDue}`;
      if (!(await tx.one(still))) return;
      await transitionOrder(tx, id, "cancelled", { actor: "job", reason: unconfirmedReason, now });
    });
}

interface DueReminder {
  createdAt: Date;
  waits: boolean;
}

/** Emails until when and by which link the order is confirmed; not one that does not wait any more. */
async function remind(tx: Tx, orderId: number, now: Date): Promise<void> {
  await lockOrder(tx, orderId);
  const due = await tx.one<DueReminder>(sql`
    select c.created_at "createdAt", ${isUnconfirmed} and c.confirm_by > ${now} waits
    from cod_confirmation c join orders o on o.id = c.order_id where o.id = ${orderId} and c.remind_at <= ${now}`);
  if (!due) return;
  const next = due.waits ? nextReminder(due.createdAt, now) : null;
  await tx.run(sql`update cod_confirmation set remind_at = ${next} where order_id = ${orderId}`);
  const mail = due.waits && (await reminderMailOf(tx, orderId, now));
  if (mail) await queueMail(tx, mail);
}

/** Recurring job: reminds customers of the cash orders that they have to confirm. */
export async function remindUnconfirmed({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const now = clock.now();
  const due = await db.all<{ id: number }>(sql`
    select order_id id from cod_confirmation where remind_at <= ${now} and confirmed_at is null order by remind_at limit ${batchSize}`);
  for (const { id } of due) await db.transaction((tx) => remind(tx, id, now));
}
