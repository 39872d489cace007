import { addDays, type CalendarDay, calendarDayOf, formatWeekday } from "#contract/calendar-days.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { type NewMail, queueMail } from "#shop/mail/index.ts";
import { orderLanguage } from "#shop/orders/index.ts";

/** The day and the reason, which the customer reads. */
interface NewPromise {
  day: CalendarDay;
  reason: string;
}

/** What undoing a change restores. */
export interface PromiseBefore {
  from: CalendarDay;
  by: CalendarDay;
  notifiedBy: CalendarDay | null;
  /** of the changed promise: with another one, it was changed again */
  version: number;
  changeId: number;
}

interface PromisedCustomer {
  email: string;
  name: string;
  lang: Language;
  isPickup: boolean;
}

const pickedUp = sql`o.shipping_method = 'local_pickup'`;

const changedMail = (
  orderId: number,
  { email, name, lang, isPickup }: PromisedCustomer,
  { day, reason }: NewPromise,
): NewMail => ({
  template: isPickup ? "promise_changed_pickup" : "promise_changed",
  to: email,
  lang,
  values: { name, order_number: String(orderId), day: formatWeekday(lang, day), reason },
});

/** The days that an order can be promised for. */
export function promisableDays(now: Date): { first: CalendarDay; last: CalendarDay } {
  const first = calendarDayOf(now);
  return { first, last: addDays(first, 365) };
}

/** The email about a changed promise; undefined without an order or an address. */
export async function buildPromiseEmail(
  reader: Reader,
  orderId: number,
  promise: NewPromise,
): Promise<NewMail | undefined> {
  const customer = await reader.one<PromisedCustomer>(sql`
    select o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} lang, ${pickedUp} "isPickup"
    from orders o where o.id = ${orderId} and o.status <> 'trash'`);
  return customer?.email ? changedMail(orderId, customer, promise) : undefined;
}

/**
 * Promises an order for another day, with a reason, and emails the customer. What the shop is measured by stays. Call it with the order
 * locked.
 * @param staffId null for a command
 * @returns what undoes it; `same day` if it is promised for that one, undefined if it has no promise
 */
export async function changePromise(
  tx: Tx,
  orderId: number,
  { day, reason, staffId, now }: NewPromise & { staffId: number | null; now: Date },
): Promise<PromiseBefore | "same day" | undefined> {
  const before = await tx.one<Pick<PromiseBefore, "from" | "by" | "notifiedBy">>(sql`
    select promised_from::text "from", promised_by::text "by", notified_by::text "notifiedBy"
    from order_promise where order_id = ${orderId} for update`);
  if (!before) return undefined;
  if (before.by === day) return "same day";
  const changed = await tx.one<PromisedCustomer & { version: number }>(sql`
    update order_promise p set promised_from = case when ${pickedUp} then ${day}::date else least(promised_from, ${day}::date) end,
      promised_by = ${day}::date, notified_by = null, promise_version = promise_version + 1
    from orders o where o.id = p.order_id and p.order_id = ${orderId} and o.status <> 'trash'
    returning o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} lang, ${pickedUp} "isPickup",
      p.promise_version "version"`);
  if (!changed) return undefined;
  const change = await tx.one<{ id: number }>(sql`
    insert into promise_change (order_id, staff_id, day_before, day_after, reason, at)
    values (${orderId}, ${staffId}, ${before.by}::date, ${day}::date, ${reason}, ${now}) returning id`);
  const { email, version } = changed;
  if (email)
    await queueMail(tx, changedMail(orderId, changed, { day, reason }), {
      uniqueKey: `promise_changed:${orderId}:${version}`,
    });
  return { ...before, version, changeId: change?.id ?? 0 };
}

/** Restores the promise of before a change. @returns false if it was changed since */
export async function restorePromise(tx: Tx, orderId: number, before: PromiseBefore): Promise<boolean> {
  const { from, by, notifiedBy, version, changeId } = before;
  const restored = await tx.run(sql`
    update order_promise set promised_from = ${from}::date, promised_by = ${by}::date, notified_by = ${notifiedBy}::date,
      promise_version = promise_version + 1
    where order_id = ${orderId} and promise_version = ${version}`);
  if (restored === 0) return false;
  await tx.run(sql`delete from promise_change where id = ${changeId}`);
  return true;
}
