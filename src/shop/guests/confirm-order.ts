import type { Language } from "#contract/language.ts";
import { codMethodId } from "#contract/payment-methods/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { lockOrder, transitionOrder } from "#shop/orders/index.ts";

/** Whether the order waits for its confirmation, until when, and whether it has it. Lock the order before. */
const readConfirmation = (tx: Tx, orderId: number) =>
  tx.one<{ status: string; confirmBy: Date | null; confirmedAt: Date | null }>(sql`
    select o.status, g.confirm_by "confirmBy", g.confirmed_at "confirmedAt"
    from guest_order g join orders o on o.id = g.order_id where o.id = ${orderId} and o.payment_method = ${codMethodId}`);

/** `orders o` waits for the deposit that a staff member requested, which confirms it. */
const awaitsDeposit: Sql = sql`exists (select from deposit d where d.order_id = o.id and d.state = 'waiting')`;

const isAwaitingDeposit = async (tx: Tx, orderId: number): Promise<boolean> =>
  (await tx.one(sql`select from orders o where o.id = ${orderId} and ${awaitsDeposit}`)) !== undefined;

/**
 * Confirms a guest's cash order by its link; a second time has no effect. An order that waits for a deposit goes on waiting for it.
 * @throws HttpError 409 if it does not wait for it any more
 */
export async function confirmGuestOrder(
  tx: Tx,
  orderId: number,
  { lang, now }: { lang: Language; now: Date },
): Promise<void> {
  await lockOrder(tx, orderId);
  const order = await readConfirmation(tx, orderId);
  if (order?.confirmedAt) return;
  if (!order?.confirmBy || order.status !== "pending" || order.confirmBy <= now)
    throw new HttpError(409, "order_not_waiting", t(lang, "linked_order.confirm_late"));
  await tx.run(sql`update guest_order set confirmed_at = ${now} where order_id = ${orderId}`);
  if (await isAwaitingDeposit(tx, orderId)) return;
  await transitionOrder(tx, orderId, "processing", { actor: "customer:0", reason: "link", now });
}

const batchSize = 100;

/**
 * Recurring job: cancels the cash orders of guests that were not confirmed in time, which returns their stock; not while they wait for a
 * deposit.
 */
export async function cancelUnconfirmed({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const due = await db.all<{ id: number }>(sql`
    select g.order_id id from guest_order g join orders o on o.id = g.order_id
    where g.confirm_by <= ${now} and g.confirmed_at is null and o.status = 'pending' and not ${awaitsDeposit} order by g.confirm_by limit ${batchSize}`);
  for (const { id } of due)
    await db.transaction(async (tx) => {
      await lockOrder(tx, id);
      const order = await readConfirmation(tx, id);
      // a confirmation or a staff member was faster
      if (!order?.confirmBy || order.confirmedAt || order.status !== "pending") return;
      if (await isAwaitingDeposit(tx, id)) return;
      const transition = { actor: "job", reason: "not confirmed", now, cancelReason: "no_answer" } as const;
      await transitionOrder(tx, id, "cancelled", transition);
    });
}
