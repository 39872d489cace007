import { calendarDayOf } from "#contract/calendar-days.ts";
import type { Dong } from "#contract/money.ts";
import type { AppContext } from "#shop/kernel/app/app-context.ts";
import { startOfDate } from "#shop/kernel/base/clock.ts";
import { type Reader, sql, type Tx } from "#shop/kernel/db/database.ts";
import { integerSetting, readSetting } from "#shop/kernel/settings/settings.ts";
import { queueMail } from "#shop/mail/index.ts";
import type { PhoneChannel, PhoneMessage, SendResult } from "./channel.ts";
import { smsChannel } from "./sms.ts";
import { zaloChannel } from "./zalo.ts";

const defaultBudget = 100_000;

/** What codes may cost in a day. */
export const codeBudgetSetting = integerSetting(0, {
  name: "phone_code_daily_budget",
  unit: "VND",
  unset: `${defaultBudget} VND`,
  meaning:
    "what the codes sent to phones may cost in a day (300 VND by Zalo, 520 VND by SMS); then none are sent until midnight, and guests have to enter an email",
});

const budgetLock = 7_145_006;

const dayOf = (now: Date): string => calendarDayOf(now);

/** Notifies the merchant once a day. */
const notify = (tx: Tx, problem: "codes_stopped" | "codes_failing", now: Date, facts: Record<string, string>) =>
  queueMail(
    tx,
    { template: `merchant_${problem}`, to: null, lang: "vi", values: {}, facts },
    { uniqueKey: `${problem}:${dayOf(now)}:${Object.values(facts).join()}` },
  );

const isWithinBudget = async (reader: Reader, price: Dong, now: Date): Promise<boolean> => {
  const budget = (await readSetting(reader, codeBudgetSetting)) ?? defaultBudget;
  const spent = await reader.one<{ total: Dong }>(sql`
    select coalesce(sum(price), 0)::integer total from phone_message where sent_at >= ${startOfDate(dayOf(now))}`);
  return (spent?.total ?? 0) + price <= budget;
};

/** Records the price of a message before it is sent. @returns null if it exceeds the day's budget */
const reserve = ({ db, clock }: AppContext, { name, price }: PhoneChannel): Promise<number | null> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    await tx.one(sql`select pg_advisory_xact_lock(${budgetLock}::bigint)`);
    if (!(await isWithinBudget(tx, price, now))) {
      await notify(tx, "codes_stopped", now, {});
      return null;
    }
    const row = await tx.one<{ id: number }>(sql`
      insert into phone_message (sent_at, channel, price) values (${now}, ${name}, ${price}) returning id`);
    return row?.id ?? null;
  });

/** A message that was not sent costs nothing; the merchant is notified of a service that sends none. */
const storeResult = ({ db, clock }: AppContext, id: number, result: SendResult, reason: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { outcome } = result;
    if (outcome !== "unknown") await tx.run(sql`delete from phone_message where id = ${id}`);
    if (outcome !== "refused") await notify(tx, "codes_failing", clock.now(), { reason });
  });

const channelsOf = (shop: AppContext): PhoneChannel[] => {
  const { zalo = null, sms = null } = shop.config.phone ?? {};
  return [...(zalo ? [zaloChannel(shop, zalo)] : []), ...(sms ? [smsChannel(sms)] : [])];
};

/** Whether codes can be sent: not without a service, nor after the day's budget is used up. */
export async function canSendCodes(shop: AppContext): Promise<boolean> {
  const [first] = channelsOf(shop);
  return first !== undefined && (await isWithinBudget(shop.db, first.price, shop.clock.now()));
}

/** `unknown`: a service did not respond, and none has accepted the code: it may arrive late. */
export type Sending = "sent" | "not_sent" | "unknown";

/** Sends a code by the first service that accepts it: Zalo, then SMS. Not retried: its customer requests another. */
export async function sendCode(shop: AppContext, message: PhoneMessage): Promise<Sending> {
  let sending: Sending = "not_sent";
  for (const channel of channelsOf(shop)) {
    const reserved = await reserve(shop, channel);
    if (reserved === null) break;
    const result = await channel.send(message);
    if (result.outcome === "accepted") return "sent";
    if (result.outcome === "unknown") sending = "unknown";
    const reason = "reason" in result ? result.reason : `${channel.name}: no response`;
    await storeResult(shop, reserved, result, reason);
    shop.log.info({ channel: channel.name, reason }, "a code was not sent by one channel");
  }
  return sending;
}
