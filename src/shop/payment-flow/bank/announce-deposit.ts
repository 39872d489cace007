import { formatMoment } from "#contract/dates.ts";
import type { DepositState } from "#contract/deposit-rules.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong, max, subtract } from "#contract/money.ts";
import { orderMeta } from "#contract/order-meta.ts";
import { json, sql, type Tx } from "#shop/kernel/db/database.ts";
import { mergeMeta } from "#shop/kernel/woo/woo-meta.ts";
import { queueMail } from "#shop/mail/index.ts";
import { findOrder, orderLanguage } from "#shop/orders/index.ts";

const depositMeta: Readonly<Record<DepositState, "yes" | "no" | null>> = {
  waiting: "no",
  paid: "yes",
  withdrawn: null,
  expired: null,
  returned: null,
};

/**
 * Stores the deposit in the order's metadata, by the keys of WooCommerce's plugins for deposits: without an entry there is none. Call it
 * with the order locked.
 */
export async function writeDepositMeta(
  tx: Tx,
  orderId: number,
  { amount, state, now }: { amount: Dong; state: DepositState; now: Date },
): Promise<void> {
  const order = await findOrder(tx, orderId);
  if (!order) return;
  const paid = depositMeta[state];
  const metaData = mergeMeta(order.metaData, [
    { key: orderMeta.depositAmount, value: paid === null ? null : String(amount) },
    { key: orderMeta.depositPaid, value: paid },
  ]);
  await tx.run(sql`update orders set meta_data = ${json(metaData)}::jsonb, modified_at = ${now} where id = ${orderId}`);
}

interface DepositEmail {
  template: "deposit_requested" | "deposit_paid";
  amount: Dong;
  /** distinguishes this email of the order from others of its kind */
  key: string;
  /** until when it can be paid */
  until?: Date;
  /** the button's target, which is stored encrypted */
  link?: { url: string; appSecret: string };
}

/** Emails the customer, in the language of the order, what is paid in advance and what at the door; nothing without an email address. */
export async function emailDeposit(
  tx: Tx,
  orderId: number,
  { template, amount, key, until, link }: DepositEmail,
): Promise<void> {
  const order = await tx.one<{ total: Dong; email: string; name: string; lang: Language }>(sql`
    select o.total, coalesce(o.billing ->> 'email', '') email, coalesce(o.billing ->> 'first_name', '') "name", ${orderLanguage} lang
    from orders o where o.id = ${orderId}`);
  if (!order?.email) return;
  const { total, email, name, lang } = order;
  const rest = formatDong(max(dong(0), subtract(total, amount)));
  const values = {
    ...{ name, order_number: String(orderId), amount: formatDong(amount), rest },
    ...(until ? { until: formatMoment(until) } : {}),
  };
  await queueMail(
    tx,
    { template, to: email, lang, values },
    {
      uniqueKey: `${template}:${orderId}:${key}`,
      ...(link ? { secrets: { values: { url: link.url }, appSecret: link.appSecret } } : {}),
    },
  );
}
