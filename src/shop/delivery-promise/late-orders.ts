import { addDays, type CalendarDay, calendarDayOf, formatDayRange, formatWeekday } from "#contract/calendar-days.ts";
import type { Language } from "#contract/language.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { orderLanguage } from "#shop/orders/index.ts";
import { statusesOf } from "#shop/shipping/index.ts";
import { missingYear } from "./days-off.ts";
import { loadPromiseConfig } from "./promise-settings.ts";
import { workingDayFrom } from "./work-calendar.ts";

interface LateOrderRow {
  orderId: number;
  email: string;
  name: string;
  lang: Language;
  from: CalendarDay;
  by: CalendarDay;
  /** the carrier's forecast */
  forecast: CalendarDay | null;
  /** the carrier has the parcel: it can no longer be cancelled */
  handedOver: boolean;
}

/** emails of one run; the next one follows after an hour */
const maxEmails = 200;

/** A parcel in one of these arrives on no day: it was refused or lost, and the merchant decides what follows. */
const withoutArrival = [...statusesOf("returning").statuses, "returned", "damage", "lost", "scrap"];

/** Orders that have missed, or will miss, the last day that their customer was notified of. */
const lateOrders = (today: CalendarDay): Sql => sql`
  select o.id "orderId", o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} lang,
    p.promised_from::text "from", p.promised_by::text "by", x.forecast::text forecast, coalesce(x.handed_over, false) "handedOver"
  from order_promise p join orders o on o.id = p.order_id left join lateral (
    select max((c.expected_at at time zone 'Asia/Ho_Chi_Minh')::date) forecast, bool_or(c.status = 'delivered') delivered,
      bool_or(exists (select from parcel_event e where e.parcel_id = c.id and e.status = 'picked')) handed_over,
      (array_agg(c.status order by c.id desc))[1] = any(${withoutArrival}::text[]) without_arrival
    from parcel c where c.order_id = o.id and c.status <> 'cancel') x on true
  where o.status = 'processing' and p.transit_min is not null and not coalesce(x.delivered, false)
    and not coalesce(x.without_arrival, false) and coalesce(p.notified_by, p.promised_by) < greatest(${today}::date, x.forecast)
  order by o.id limit ${maxEmails} for update of p`;

/**
 * Notifies the customers whose parcel misses its promised day, or will by the carrier's forecast, of the new day and of what
 * they can still choose. @returns the number of emails
 */
export async function notifyLateOrders(tx: Tx, now: Date): Promise<number> {
  const today = calendarDayOf(now);
  const { rules } = await loadPromiseConfig(tx);
  const rows = await tx.all<LateOrderRow>(lateOrders(today));
  const tomorrow = workingDayFrom(rules.carrier, addDays(today, 1));
  for (const { orderId, email, name, lang, from, by, forecast, handedOver } of rows) {
    const day = forecast !== null && forecast > today ? forecast : tomorrow;
    await tx.run(sql`update order_promise set notified_by = ${day}::date where order_id = ${orderId}`);
    if (!email) continue;
    const values = {
      ...{ name, order_number: String(orderId) },
      promised: formatDayRange(lang, from, by),
      day: formatWeekday(lang, day),
    };
    const also = handedOver ? ["wait"] : ["choices"];
    const mail = { template: "promise_missed", to: email, lang, values, also } as const;
    await queueMail(tx, mail, { uniqueKey: `promise_missed:${orderId}:${day}` });
  }
  return rows.length;
}

/** From 1 November emails the merchant once if the days off of the next year are not entered. @returns the number of emails */
export async function checkDaysOff(tx: Tx, now: Date): Promise<number> {
  const { shop, carrier } = (await loadPromiseConfig(tx)).daysOff;
  const year = missingYear(calendarDayOf(now), [shop, carrier]);
  if (year === null) return 0;
  const mail = { template: "merchant_days_off_missing", to: null, lang: "vi", values: { year: String(year) } } as const;
  await queueMail(tx, mail, { uniqueKey: `days_off_missing:${year}` });
  return 1;
}
