import { formatDeadline } from "#contract/dates.ts";
import { type Dong, dong, formatDong } from "#contract/money.ts";
import type { Language } from "#contract/language.ts";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import { type Sql, sql } from "#shop/kernel/db/database.ts";
import { queueMail } from "#shop/mail/index.ts";
import { isAwaitingPayment, lockOrder, orderLanguage } from "#shop/orders/index.ts";
import { receivedParts } from "#shop/payments/index.ts";
import type { AppContextWithGateways } from "../app-context-with-gateways.ts";
import { bankLinkUrl, createBankLink } from "./bank-order.ts";

const batchSize = 100;

/** Orders that wait for a bank transfer, half of their time being over. */
export const dueReminders = (now: Date): Sql =>
  sql`select order_id id from bank_order where reminded_at is null and remind_at <= ${now}`;

interface ReminderRow {
  paymentMethod: string;
  total: Dong;
  received: Dong;
  until: Date;
  email: string;
  name: string;
  lang: Language;
}

/** Emails how and until when the order can be paid, once. An order that does not wait any more is skipped for good. */
async function remind({ db, clock, config }: AppContextWithGateways, orderId: number): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const due = await tx.run(
      sql`update bank_order set reminded_at = ${now} where order_id = ${orderId} and reminded_at is null`,
    );
    const order = await tx.one<ReminderRow>(sql`
      select o.payment_method "paymentMethod", o.total, o.stock_reserved_until "until", o.billing ->> 'email' email,
        o.billing ->> 'first_name' "name", ${orderLanguage} lang,
        ${receivedParts} received
      from orders o where o.id = ${orderId} and ${isAwaitingPayment} and o.stock_reserved_until > ${now}`);
    if (due === 0 || !order?.email || !isBankTransfer(order.paymentMethod)) return;
    const url = bankLinkUrl(config, orderId, await createBankLink(tx, orderId, now));
    const amount = formatDong(dong(order.total - order.received));
    const values = { name: order.name, order_number: String(orderId), amount, until: formatDeadline(order.until, now) };
    await queueMail(
      tx,
      { template: "bank_transfer_reminder", to: order.email, lang: order.lang, values },
      {
        secrets: { values: { url }, appSecret: config.appSecret },
        uniqueKey: `bank_transfer_reminder:${orderId}`,
      },
    );
  });
}

/** Reminds the customers of orders that wait for a bank transfer. */
export async function sendReminders(shop: AppContextWithGateways): Promise<void> {
  const due = await shop.db.all<{ id: number }>(
    sql`${dueReminders(shop.clock.now())} order by remind_at limit ${batchSize}`,
  );
  for (const { id } of due) await remind(shop, id);
}
