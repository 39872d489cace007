import { codMethodId } from "#contract/payment-methods/index.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { HttpError } from "#shop/kernel/request/http-error.ts";
import { integerSetting, readSettings } from "#shop/kernel/settings/settings.ts";
import { isUnconfirmed, lockOrder, phoneKey } from "#shop/orders/index.ts";
import { findDeposit } from "#shop/payments/index.ts";
import { changeOrder } from "./change-order.ts";

const defaultMaxTotal = 1_000_000;

/** Which orders are confirmed without a staff member. */
export const autoConfirmSettings = {
  delivered: integerSetting(0, {
    name: "auto_confirm_delivered",
    unit: "orders",
    unset: "0: every order is confirmed by a staff member",
    meaning: "delivered orders of a phone number, none refused, from which its next order is confirmed automatically",
  }),
  maxTotal: integerSetting(0, {
    name: "auto_confirm_max_total",
    unit: "dong",
    unset: String(defaultMaxTotal),
    meaning: "highest total of an order that is confirmed automatically",
  }),
};

const batchSize = 50;

const phone = phoneKey(sql`o`);
const earlierPhone = phoneKey(sql`e`);

/**
 * Cash orders without a call, change or requested deposit so far, of phone numbers with enough delivered and no refused parcels. Not those of
 * guests that wait for a confirmation: only it proves that the phone number or mailbox is theirs.
 */
const findDue = (reader: Reader, { delivered, maxTotal }: { delivered: number; maxTotal: number }) =>
  reader.all<{ id: number }>(sql`
    select o.id from order_workflow w join orders o on o.id = w.order_id
    where w.stage = 'to_confirm' and w.calls = 0 and o.payment_method = ${codMethodId} and o.total <= ${maxTotal}::bigint
      and not exists (select from order_event v where v.order_id = o.id and v.from_status is not null)
      and not (o.customer_id is null and exists (select from cod_confirmation c where c.order_id = o.id and ${isUnconfirmed}))
      and not exists (select from deposit d where d.order_id = o.id)
      and length(${phone}) = 9
      and ${delivered} <= (select count(*) from orders e where ${earlierPhone} = ${phone} and e.status = 'completed')
      and not exists (
        select from orders e join parcel p on p.order_id = e.id
        where ${earlierPhone} = ${phone} and p.status in ('waiting_to_return', 'return', 'return_transporting', 'return_sorting',
          'returning', 'return_fail', 'returned'))
    order by w.stage_since limit ${batchSize}`);

/** Recurring job: confirms orders of known phone numbers, as the settings allow. */
export async function confirmAutomatically({ db, clock, log }: AppContext): Promise<void> {
  const set = await readSettings(db, Object.values(autoConfirmSettings));
  const delivered = set.get(autoConfirmSettings.delivered.name) ?? 0;
  if (delivered === 0) return;
  const maxTotal = set.get(autoConfirmSettings.maxTotal.name) ?? defaultMaxTotal;
  for (const { id } of await findDue(db, { delivered, maxTotal })) {
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
