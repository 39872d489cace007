import { toLocalPhone } from "#contract/person-validation.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { MerchantKind } from "./email.ts";
import { price } from "./order-sums.ts";
import { queueMail } from "./queue-mail.ts";

export interface MerchantNotice {
  orderId: number;
  kind: MerchantKind;
  /**
   * What the merchant needs to act on it, listed under the words: reference, transaction, reason, tracking_code … Numbers
   * under `amount` are đồng. Keys without a label in the texts are shown as they are.
   */
  values?: Record<string, string | number | null>;
  /** a second notice under the same key is not sent */
  uniqueKey?: string;
}

interface Row {
  total: number;
  customer: string;
  phone: string;
}

const shown = (key: string, value: string | number): string =>
  key === "amount" && typeof value === "number" ? price(value) : String(value);

/** Writes a letter to the shop's own address, in Vietnamese, about an order that needs a person's eyes. */
export async function emailMerchant(tx: Tx, { orderId, kind, values = {}, uniqueKey }: MerchantNotice): Promise<void> {
  const order = await tx.one<Row>(sql`
    select total, trim(concat_ws(' ', billing ->> 'last_name', billing ->> 'first_name')) customer,
      billing ->> 'phone' phone from orders where id = ${orderId}`);
  if (!order) return;
  const told = Object.entries(values).flatMap(([key, value]) =>
    value === null || value === "" ? [] : [[key, shown(key, value)] as const],
  );
  const known = { total: price(order.total), customer: order.customer, phone: toLocalPhone(order.phone) };
  const facts = Object.fromEntries([...Object.entries(known), ...told].filter(([, value]) => value));
  await queueMail(
    tx,
    { template: `merchant_${kind}`, to: null, lang: "vi", values: { order_number: String(orderId) }, facts },
    { uniqueKey },
  );
}
