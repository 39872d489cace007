import { removeOrderedLines } from "#shop/cart/index.ts";
import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { closeOpenAttempts, reopenCodPayment } from "#shop/payments/index.ts";
import type { Checkout } from "./checkout.ts";
import { readCodLimits, refuseOverCodLimits } from "./cod-limits.ts";
import type { OrderDraft } from "./order-draft.ts";
import { sendSwitchedToCodEmail } from "../order-emails.ts";
import type { FieldNames } from "./place-order.ts";
import { toMetaData, type Placed } from "../write-order.ts";

interface Reusing {
  draft: OrderDraft;
  placed: Placed;
  wording: FieldNames;
}

const shippingLine = (orderId: number): Sql =>
  sql`select min(id) from order_charge where order_id = ${orderId} and kind = 'shipping'`;

/** The order as it is sent now: lines and their prices stay, everything else is new. @returns its total in đồng */
async function rewrite(tx: Tx, orderId: number, checkout: Checkout, { draft, placed }: Reusing): Promise<number> {
  const { now, address, userAgent } = placed;
  const row = await tx.one<{ total: number }>(sql`
    with charge as (
      update order_charge set method_id = ${checkout.shippingMethod}, title = ${draft.shippingMethodTitle},
        total = ${draft.shippingTotal}
      where id = (${shippingLine(orderId)})),
    others as (
      delete from order_charge where order_id = ${orderId} and kind = 'shipping' and id <> (${shippingLine(orderId)})),
    attempted as (
      insert into idempotency_key (owner, key, body_hash, order_id, created_at)
      values (${placed.attempt.owner}, ${placed.attempt.key}, ${placed.attempt.bodyHash}, ${orderId}, ${now}))
    update orders set payment_method = ${checkout.paymentMethod}, payment_method_title = ${draft.paymentMethodTitle},
      billing = ${json(draft.billing)}::jsonb, shipping = ${json(draft.shipping)}::jsonb,
      shipping_method = ${checkout.shippingMethod}, shipping_method_title = ${draft.shippingMethodTitle},
      shipping_free_by_rule = ${draft.shippingFreeByRule}, location = ${draft.location && json(draft.location)}::jsonb,
      customer_note = ${checkout.note}, meta_data = ${json(toMetaData(checkout))}::jsonb, customer_ip = ${address}::inet,
      user_agent = ${userAgent.slice(0, 500)}, modified_at = ${now}, shipping_total = ${draft.shippingTotal},
      total = subtotal - discount_total + ${draft.shippingTotal}::bigint + fee_total
    where id = ${orderId} returning total`);
  if (!row) throw new Error(`order ${orderId} is locked and not there`);
  return row.total;
}

/**
 * Takes an unpaid order up again, its row locked: the attempt before is closed, address, shipping and way of payment are those
 * of now. With cash it is a cash order from here on; online its next attempt is still to be opened.
 * @returns its total in đồng
 */
export async function resumeUnpaidOrder(
  tx: Tx,
  orderId: number,
  checkout: Checkout,
  reusing: Reusing,
): Promise<number> {
  const { placed, wording } = reusing;
  const { now, customerId } = placed;
  await closeOpenAttempts(tx, orderId, now);
  const total = await rewrite(tx, orderId, checkout, reusing);
  if (checkout.paymentMethod !== "cod") return total;
  const { phone } = reusing.draft.billing;
  await refuseOverCodLimits(tx, await readCodLimits(tx), { total, phone, lang: wording.lang, orderId });
  await reopenCodPayment(tx, { orderId, amount: total, now });
  await tx.run(sql`update orders set hold_until = null where id = ${orderId}`);
  await removeOrderedLines(tx, customerId, reusing.draft.lines);
  await sendSwitchedToCodEmail(tx, orderId, wording.lang);
  return total;
}
