import { type Dong, formatDong } from "#contract/money.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { MerchantEmailKind } from "./email.ts";
import { queueMail } from "./queue-mail.ts";

export interface MerchantEmail {
  orderId: number;
  kind: MerchantEmailKind;
  /**
   * What the merchant needs in order to act, listed below the text: reference, transaction, reason, tracking_code …
   * Keys without a label in the texts are shown as they are.
   */
  values?: Record<string, string | number | null>;
  /** listed before the values */
  amount?: Dong;
  /** a second email with the same key is not sent */
  uniqueKey?: string;
}

interface OrderContactRow {
  total: Dong;
  customer: string;
  phone: string;
}

/** Queues an email to the shop's own address, in Vietnamese, about an order that needs attention. */
export async function emailMerchant(tx: Tx, email: MerchantEmail): Promise<void> {
  const { orderId, kind, values = {}, amount, uniqueKey } = email;
  const order = await tx.one<OrderContactRow>(sql`
    select total, trim(concat_ws(' ', billing ->> 'last_name', billing ->> 'first_name')) customer,
      billing ->> 'phone' phone from orders where id = ${orderId}`);
  if (!order) return;
  const details = Object.entries(values).flatMap(([key, value]) =>
    value === null || value === "" ? [] : [[key, String(value)] as const],
  );
  const orderFacts = {
    total: formatDong(order.total),
    customer: order.customer,
    phone: toLocalPhone(order.phone),
    amount: amount === undefined ? "" : formatDong(amount),
  };
  const facts = Object.fromEntries([...Object.entries(orderFacts), ...details].filter(([, value]) => value));
  await queueMail(
    tx,
    { template: `merchant_${kind}`, to: null, lang: "vi", values: { order_number: String(orderId) }, facts },
    { uniqueKey },
  );
}
