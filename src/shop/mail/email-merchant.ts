import { toLocalPhone } from "#contract/person-validation.ts";
import { sql, type Tx } from "#shop/kernel/db/database.ts";
import type { MerchantEmailKind } from "./email.ts";
import { price } from "./order-rows.ts";
import { queueMail } from "./queue-mail.ts";

export interface MerchantEmail {
  orderId: number;
  kind: MerchantEmailKind;
  /**
   * What the merchant needs in order to act, listed below the text: reference, transaction, reason, tracking_code …
   * Numbers under `amount` are đồng. Keys without a label in the texts are shown as they are.
   */
  values?: Record<string, string | number | null>;
  /** a second email with the same key is not sent */
  uniqueKey?: string;
}

interface OrderContactRow {
  total: number;
  customer: string;
  phone: string;
}

const formatFact = (key: string, value: string | number): string =>
  key === "amount" && typeof value === "number" ? price(value) : String(value);

/** Queues an email to the shop's own address, in Vietnamese, about an order that needs attention. */
export async function emailMerchant(tx: Tx, { orderId, kind, values = {}, uniqueKey }: MerchantEmail): Promise<void> {
  const order = await tx.one<OrderContactRow>(sql`
    select total, trim(concat_ws(' ', billing ->> 'last_name', billing ->> 'first_name')) customer,
      billing ->> 'phone' phone from orders where id = ${orderId}`);
  if (!order) return;
  const details = Object.entries(values).flatMap(([key, value]) =>
    value === null || value === "" ? [] : [[key, formatFact(key, value)] as const],
  );
  const orderFacts = { total: price(order.total), customer: order.customer, phone: toLocalPhone(order.phone) };
  const facts = Object.fromEntries([...Object.entries(orderFacts), ...details].filter(([, value]) => value));
  await queueMail(
    tx,
    { template: `merchant_${kind}`, to: null, lang: "vi", values: { order_number: String(orderId) }, facts },
    { uniqueKey },
  );
}
