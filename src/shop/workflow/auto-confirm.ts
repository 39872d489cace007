import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { isAutoConfirmed, isUnconfirmed, lockOrder } from "#shop/orders/index.ts";
import { findDeposit } from "#shop/payments/index.ts";
import { changeOrder } from "./change-order.ts";

const batchSize = 50;

/** Not orders of guests that wait for a confirmation: only it proves that the phone number or mailbox is theirs. */
const findDue = (reader: Reader) =>
  reader.all<{ id: number }>(sql`
    select o.id from order_workflow w join orders o on o.id = w.order_id
    where w.stage = 'to_confirm'
      and not (o.customer_id is null and exists (select from cod_confirmation c where c.order_id = o.id and ${isUnconfirmed}))
      and ${isAutoConfirmed}
    order by w.stage_since limit ${batchSize}`);

/** Recurring job: confirms orders of known phone numbers, as the settings allow. */
export async function confirmAutomatically({ db, clock, log }: AppContext): Promise<void> {
  for (const { id } of await findDue(db)) {
    const acting = { actor: "job", undoBy: null, lang: "vi", now: clock.now() } as const;
    try {
      await db.transaction(async (tx) => {
        await lockOrder(tx, id);
        // requested since the order was read
        if (await findDeposit(tx, id)) return;
        await changeOrder(tx, id, { action: "confirm", acting, reason: "automatic" });
      });
    } catch (error) {
      // a staff member was faster
      if (!(error instanceof HttpError)) throw error;
      log.info({ order: id }, "an order could not be confirmed automatically");
    }
  }
}
