import type { Dong } from "#contract/money.ts";
import type { Language } from "#contract/language.ts";
import { orderMeta } from "#contract/order-meta.ts";
import { isCashMethod, type PaymentMethod } from "#contract/payment-methods/index.ts";
import { removeOrderedLines } from "#shop/cart/index.ts";
import { type DeliveryPromise, replacePromise } from "#shop/delivery-promise/index.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { json, type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { insertCharges, sendFirstConfirmation, sendSwitchedToCodEmail, writeConfirmation } from "#shop/orders/index.ts";
import { payByParts } from "#shop/payment-flow/index.ts";
import { closeOpenAttempts, reopenCodPayment } from "#shop/payments/index.ts";
import type { Checkout, RequestedLine } from "./checkout.ts";
import { readCodLimitCheck } from "./cod-limits.ts";
import { placeKeyOf, renewGuestOrder } from "./guest-order.ts";
import type { OrderDraft } from "./order-draft.ts";
import { neededConfirmation } from "./needed-confirmation.ts";
import type { FieldNames } from "./place-order.ts";
import { chargesOf, maxUserAgentLength, type Placed, toMetaData } from "./write-order.ts";

/** The new metadata of an order, with its code for bank transfers: a saved QR code may be paid after another method was chosen. */
function metaDataOf(checkout: Checkout, draft: OrderDraft): Sql {
  const metaData = json(toMetaData(checkout, draft));
  return sql`${metaData}::jsonb || coalesce((
    select jsonb_agg(m || jsonb_build_object('id', jsonb_array_length(${metaData}::jsonb) + 1))
    from jsonb_array_elements(meta_data) m where m ->> 'key' = ${orderMeta.bankTransferCode}), '[]'::jsonb)`;
}

interface ResumeOrder {
  draft: OrderDraft;
  promise: DeliveryPromise | null;
  placed: Placed;
  fields: FieldNames;
  /** see {@link readCodLimitCheck} */
  limited: boolean;
}

const shippingChargeId = (orderId: number): Sql =>
  sql`select id from order_charge where order_id = ${orderId} and kind = 'shipping' order by id limit 1`;

interface Rewritten {
  total: Dong;
  /** it had no email before */
  lackedEmail: boolean;
}

/** Rewrites the order from the new submit; lines and their prices stay. */
async function rewrite(
  tx: Tx,
  orderId: number,
  checkout: Checkout,
  { draft, placed }: ResumeOrder,
): Promise<Rewritten> {
  const { now, address, userAgent } = placed;
  const { isShipped } = draft;
  const withoutCharge = sql`(select id from orders where id = ${orderId} and not exists (${shippingChargeId(orderId)}))`;
  const row = await tx.one<Rewritten>(sql`
    with charge as (
      update order_charge set method_id = ${checkout.shippingMethod}, title = ${draft.shippingMethodTitle},
        total = ${draft.shippingTotal}
      where id = (${shippingChargeId(orderId)}) and ${isShipped}),
    added as (${insertCharges(withoutCharge, chargesOf({ checkout, draft }))}),
    others as (
      delete from order_charge where order_id = ${orderId} and kind = 'shipping'
        and (id <> (${shippingChargeId(orderId)}) or not ${isShipped})),
    attempted as (
      insert into idempotency_key (owner, key, body_hash, order_id, created_at)
      values (${placed.attempt.owner}, ${placed.attempt.key}, ${placed.attempt.bodyHash}, ${orderId}, ${now}))
    update orders set payment_method = ${checkout.paymentMethod}, payment_method_title = ${draft.paymentMethodTitle},
      billing = ${json(draft.billing)}::jsonb, shipping = ${json(draft.shipping)}::jsonb,
      shipping_method = ${checkout.shippingMethod}, shipping_method_title = ${draft.shippingMethodTitle},
      shipping_free_by_rule = ${draft.shippingFreeByRule}, location = ${draft.location && json(draft.location)}::jsonb,
      customer_note = ${checkout.note}, meta_data = ${metaDataOf(checkout, draft)}, customer_ip = ${address}::inet,
      user_agent = ${userAgent.slice(0, maxUserAgentLength)}, modified_at = ${now}, shipping_total = ${draft.shippingTotal},
      total = subtotal - discount_total + ${draft.shippingTotal}::bigint + fee_total
    where id = ${orderId}
    returning total, (select coalesce(b.billing ->> 'email', '') = '' from orders b where b.id = ${orderId}) "lackedEmail"`);
  if (!row) throw new Error(`order ${orderId} is locked but was not found`);
  return row;
}

/**
 * Resumes an unpaid order from a new submit: closes its open payment attempt, replaces address, shipping and payment
 * method. A submit with cash turns it into a cash order; for an online one the caller opens the next attempt. Call it with
 * the order locked.
 * @returns the total, or null if bank transfers that have arrived before pay the order now
 */
export async function resumeUnpaidOrder(
  tx: Tx,
  orderId: number,
  checkout: Checkout,
  resume: ResumeOrder,
): Promise<Dong | null> {
  const { draft, promise, placed, fields, limited } = resume;
  const { now, buyer } = placed;
  await closeOpenAttempts(tx, orderId, now);
  const { total, lackedEmail } = await rewrite(tx, orderId, checkout, resume);
  await renewGuestOrder(tx, orderId, draft, placed);
  if (promise) await replacePromise(tx, orderId, promise);
  const { paymentMethod: method } = checkout;
  const { phone } = draft.billing;
  const { lines } = draft;
  // a cash order gets its email below
  if (lackedEmail && !isCashMethod(method)) await sendFirstConfirmation(tx, orderId, { lang: fields.lang, now });
  const guest = { placeKey: placeKeyOf(draft), network: placed.network };
  return preparePayment(tx, orderId, {
    ...{ method, total, phone, buyer, lines, limited, now, guest },
    lang: fields.lang,
  });
}

interface UnpaidPayment {
  method: PaymentMethod;
  total: Dong;
  /** E.164 */
  phone: string;
  buyer: Buyer;
  lines: readonly RequestedLine[];
  limited: boolean;
  now: Date;
  lang: Language;
  /** of a guest's order: what its cash orders are counted by */
  guest?: { placeKey: string | null; network: string };
}

/**
 * Prepares an unpaid order, whose attempts are closed, for the payment method that is stored with it: cash is expected at the door, and for
 * an online one the caller opens the next attempt. Call it with the order locked.
 * @returns the total, or null if bank transfers that have arrived before pay the order now
 * @throws HttpError 400 above the limits of cash orders
 */
export async function preparePayment(
  tx: Tx,
  orderId: number,
  { method, total, phone, buyer, lines, limited, now, lang, guest }: UnpaidPayment,
): Promise<Dong | null> {
  if (await payByParts(tx, orderId, now)) {
    await removeOrderedLines(tx, buyer, lines);
    return null;
  }
  if (!isCashMethod(method)) return total;
  const confirmation = await neededConfirmation(tx, orderId, { buyer, now });
  const { placeKey = null, network = "" } = guest ?? {};
  const checkLimits = await readCodLimitCheck(tx, buyer, { limited });
  await checkLimits({ total, phone, lang, orderId, placeKey, network, confirms: confirmation !== null, now });
  await reopenCodPayment(tx, { orderId, amount: total, now });
  await tx.run(sql`update orders set stock_reserved_until = null where id = ${orderId}`);
  await removeOrderedLines(tx, buyer, lines);
  if (confirmation) await writeConfirmation(tx, orderId, confirmation, now);
  await sendSwitchedToCodEmail(tx, orderId, { lang, now });
  return total;
}
