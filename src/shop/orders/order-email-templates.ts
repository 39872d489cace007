import { codMethodId } from "#contract/payment-methods/index.ts";
import type { Dong } from "#contract/money.ts";
import { parseStoredReason } from "#contract/backoffice/order-rules.ts";
import type { Language } from "#contract/language.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import type { MailTemplate, NewMail } from "#shop/mail/index.ts";
import { orderLanguage } from "./order.ts";
import {
  paidSections,
  paymentFailedMail,
  paymentMail,
  receivedMailOf,
  refundedMail,
  shippedMail,
} from "./order-mails.ts";
import type { OrderActor, StoredStatus } from "./order-status.ts";
import { cancellationReason } from "./transition-order.ts";

/** WooCommerce's ids of the emails about an order, and our templates. */
export const orderEmailTemplates = {
  customer_invoice: "order_received",
  customer_processing_order: "order_paid",
  customer_failed_order: "payment_failed",
  customer_cancelled_order: "order_cancelled",
  customer_fulfillment_created: "order_shipped",
  customer_refunded_order: "order_refunded",
} as const satisfies Record<string, MailTemplate>;
export type OrderEmailId = keyof typeof orderEmailTemplates;

/** What decides which emails fit. JSON: times are texts. */
interface EmailFacts {
  status: StoredStatus;
  email: string;
  name: string;
  lang: Language;
  payment: { id: number; settledAt: string | null } | null;
  failedPaymentId: number | null;
  shipmentId: number | null;
  refund: { id: number; amount: Dong } | null;
  cancellation: { actor: OrderActor; reason: string; at: string } | null;
  replacedBy: number | null;
}

const readFacts = (reader: Reader, orderId: number): Promise<EmailFacts | undefined> =>
  reader.one<EmailFacts>(sql`
    select o.status, o.billing ->> 'email' email, o.billing ->> 'first_name' "name", ${orderLanguage} lang, o.replaced_by "replacedBy",
      (select jsonb_build_object('id', p.id, 'settledAt', p.settled_at) from payment p
        where p.order_id = o.id and p.status = 'succeeded' and p.method <> ${codMethodId}
          and p.order_change_id is null and not p.is_deposit order by p.attempt desc limit 1) payment,
      (select p.id from payment p where p.order_id = o.id and p.method <> ${codMethodId} and p.status = 'failed'
        and p.attempt = (select max(attempt) from payment where order_id = o.id)) "failedPaymentId",
      (select p.id from parcel p where p.order_id = o.id and p.tracking_code is not null
        and exists (select from parcel_event e where e.parcel_id = p.id and e.status in ('picked', 'storing', 'transporting', 'delivering', 'delivered'))
        order by p.id desc limit 1) "shipmentId",
      (select jsonb_build_object('id', r.id, 'amount', r.amount) from refund r
        where r.order_id = o.id and r.status = 'done' and not r.is_overpayment order by r.id desc limit 1) refund,
      (select jsonb_build_object('actor', e.actor, 'reason', e.reason, 'at', e.at) from order_event e
        where e.order_id = o.id and e.to_status = 'cancelled' order by e.id desc limit 1) cancellation
    from orders o where o.id = ${orderId}`);

/** The emails that fit the order's state. */
function fittingIds({ status, email, ...facts }: EmailFacts): OrderEmailId[] {
  if (!email || status === "trash") return [];
  const fits: Record<OrderEmailId, boolean> = {
    customer_invoice: status !== "cancelled" && status !== "failed",
    customer_processing_order: facts.payment !== null,
    customer_failed_order: facts.failedPaymentId !== null && (status === "pending" || status === "failed"),
    customer_cancelled_order: status === "cancelled",
    customer_fulfillment_created: facts.shipmentId !== null,
    customer_refunded_order: facts.refund !== null,
  };
  return (Object.keys(fits) as OrderEmailId[]).filter((id) => fits[id]);
}

/** Ids of the emails that fit an order's state; undefined if there is no such order. */
export async function listOrderEmails(reader: Reader, orderId: number): Promise<OrderEmailId[] | undefined> {
  const facts = await readFacts(reader, orderId);
  return facts && fittingIds(facts);
}

function cancelledMail(orderId: number, { email, name, lang, cancellation, replacedBy }: EmailFacts): NewMail {
  const { actor = "merchant", reason = "" } = cancellation ?? {};
  const cancelReason = parseStoredReason(reason)?.reason;
  const transition = { actor, reason, ...(replacedBy && { replacedBy }), ...(cancelReason && { cancelReason }) };
  const values = { name, order_number: String(orderId), reason: cancellationReason(transition, lang) };
  return { template: "order_cancelled", to: email, lang, values };
}

const isOrderEmail = (id: string): id is OrderEmailId => id in orderEmailTemplates;

/**
 * An email about an order as it is now, in the order's language; undefined if it does not fit the order's state.
 * @param template WooCommerce's id of the email
 */
export async function buildOrderEmail(
  reader: Reader,
  orderId: number,
  { template: id, now }: { template: string; now: Date },
): Promise<NewMail | undefined> {
  const facts = await readFacts(reader, orderId);
  if (!facts || !isOrderEmail(id) || !fittingIds(facts).includes(id)) return undefined;
  const { payment, failedPaymentId, shipmentId, refund } = facts;
  switch (id) {
    case "customer_invoice":
      return receivedMailOf(reader, orderId, { now });
    case "customer_processing_order": {
      if (!payment) return undefined;
      const paidAt = payment.settledAt === null ? null : new Date(payment.settledAt);
      return paymentMail(reader, orderId, {
        ...{ paymentId: payment.id, template: "order_paid", paidAt, sections: paidSections },
      });
    }
    case "customer_failed_order":
      return failedPaymentId === null ? undefined : paymentFailedMail(reader, orderId, { paymentId: failedPaymentId });
    case "customer_cancelled_order":
      return cancelledMail(orderId, facts);
    case "customer_fulfillment_created":
      return shipmentId === null ? undefined : shippedMail(reader, orderId, { shipmentId });
    case "customer_refunded_order":
      return refund
        ? refundedMail(reader, orderId, { refundId: refund.id, amount: refund.amount, isOverpayment: false })
        : undefined;
  }
}

/** The email with a note to the customer; undefined without an order or an address. */
export async function buildNoteEmail(reader: Reader, orderId: number, note: string): Promise<NewMail | undefined> {
  const facts = await readFacts(reader, orderId);
  if (!facts?.email) return undefined;
  const { email, lang, name } = facts;
  return { template: "order_note", to: email, lang, values: { name, order_number: String(orderId), note } };
}
