import { createHash } from "node:crypto";
import type { Language } from "#contract/language.ts";
import type { Dong } from "#contract/money.ts";
import { isBankTransfer } from "#contract/payment-methods/index.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { enqueueEmailSql, type NewMail, queueMail } from "#shop/mail/index.ts";
import { isRefundWithoutAccount } from "#shop/payments/index.ts";
import type { EmailedOrder } from "./emailed-order.ts";
import {
  paidSections,
  paymentFailedMail,
  paymentMail,
  receivedMail,
  receivedMailOf,
  refundedMail,
  shippedMail,
} from "./order-mails.ts";

/** Queues an email once; nothing without an email. */
async function queueOnce(tx: Tx, mail: NewMail | undefined, uniqueKey: string): Promise<void> {
  if (mail) await queueMail(tx, mail, { uniqueKey });
}

/**
 * The confirmation email of a new order, in the language of the page it was placed on, as a part of the statement that
 * inserts the order. Null without an email address.
 */
export const sendOrderConfirmation = (order: EmailedOrder, { lang }: { lang: Language }): Sql | null =>
  order.billing.email ? enqueueEmailSql(receivedMail(order, lang), { uniqueKey: `order_received:${order.id}` }) : null;

/** Confirms an order that had no email when it was placed. */
export async function sendFirstConfirmation(
  tx: Tx,
  orderId: number,
  options: { lang: Language; now: Date },
): Promise<void> {
  await queueOnce(tx, await receivedMailOf(tx, orderId, options), `order_received:${orderId}`);
}

/** Confirms an online order again after it was changed to cash on delivery. */
export async function sendSwitchedToCodEmail(
  tx: Tx,
  orderId: number,
  options: { lang: Language; now: Date },
): Promise<void> {
  await queueOnce(tx, await receivedMailOf(tx, orderId, options), `order_received:${orderId}:cod`);
}

/** The order has been paid. @param now when the payment was settled */
export async function sendOrderPaidEmail(
  tx: Tx,
  orderId: number,
  { paymentId, now }: { paymentId: number; now: Date },
): Promise<void> {
  const mail = await paymentMail(tx, orderId, {
    ...{ paymentId, paidAt: now, template: "order_paid", sections: paidSections },
  });
  await queueOnce(tx, mail, `order_paid:${orderId}:${paymentId}`);
}

/** The payment arrived after the order was cancelled: a staff member checks whether the goods are still available. */
export async function sendPaidAfterCancelEmail(
  tx: Tx,
  orderId: number,
  { paymentId, now }: { paymentId: number; now: Date },
): Promise<void> {
  const template = "order_paid_late";
  const mail = await paymentMail(tx, orderId, { paymentId, paidAt: now, template });
  await queueOnce(tx, mail, `${template}:${paymentId}`);
}

/**
 * The order did not need the payment: the customer is informed that it is refunded. For a bank transfer the customer has to
 * enter an account for it.
 */
export async function sendOverpaymentEmail(
  tx: Tx,
  orderId: number,
  { paymentId, method }: { paymentId: number; method: string },
  to = "",
): Promise<void> {
  const mail = isBankTransfer(method)
    ? ({ template: "bank_refund_due", sections: () => ["surplus"] } as const)
    : ({ template: "double_payment_found" } as const);
  await queueOnce(tx, await paymentMail(tx, orderId, { paymentId, ...mail }), `${mail.template}:${paymentId}${to}`);
}

/** A part of a bank transfer is returned, since the total was lowered: the customer has to enter an account for it. */
export async function sendDifferenceEmail(
  tx: Tx,
  orderId: number,
  { paymentId, refundId, amount }: { paymentId: number; refundId: number; amount: Dong },
  to = "",
): Promise<void> {
  const template = "bank_refund_due";
  const mail = await paymentMail(tx, orderId, { paymentId, template, amount, sections: () => ["lowered"] });
  await queueOnce(tx, mail, `${template}:difference:${refundId}${to}`);
}

/**
 * A refund is to be transferred by a person: the customer has to enter an account for it.
 * @param isSoldOut the payment arrived when the order was closed, and its items are sold out
 */
export async function sendAccountNeededEmail(
  tx: Tx,
  orderId: number,
  { paymentId, refundId, amount, isSoldOut }: { paymentId: number; refundId: number; amount: Dong; isSoldOut: boolean },
  to = "",
): Promise<void> {
  const template = "bank_refund_due";
  const sections = () => (isSoldOut ? ["sold_out"] : []);
  const mail = await paymentMail(tx, orderId, { paymentId, template, amount, sections });
  await queueOnce(tx, mail, `${template}:refund:${refundId}${to}`);
}

/** Why a late payment is refunded at once. */
export const soldOutReason = "Out of stock.";

interface OpenRefund {
  refundId: number;
  paymentId: number;
  method: string;
  amount: Dong;
  isOverpayment: boolean;
  isDifference: boolean;
  isSoldOut: boolean;
}

/**
 * The order has its first or another email: its customer has to enter an account for each refund that waits for one. The links that an
 * earlier email contains are no longer valid.
 */
export async function sendPendingAccountEmails(tx: Tx, orderId: number, email: string): Promise<void> {
  // once to each address
  const to = `:${createHash("sha256").update(email).digest("base64url").slice(0, 16)}`;
  const refunds = await tx.all<OpenRefund>(sql`
    select r.id "refundId", r.payment_id "paymentId", p.method, r.amount, r.is_overpayment "isOverpayment", r.is_difference "isDifference",
      coalesce(r.actor = 'gateway' and r.reason = ${soldOutReason}, false) "isSoldOut"
    from refund r join payment p on p.id = r.payment_id
    where r.order_id = ${orderId} and ${isRefundWithoutAccount} order by r.id`);
  for (const { isOverpayment, isDifference, ...refund } of refunds) {
    // a difference is an overpayment too
    if (isDifference) await sendDifferenceEmail(tx, orderId, refund, to);
    else if (isOverpayment) await sendOverpaymentEmail(tx, orderId, refund, to);
    else await sendAccountNeededEmail(tx, orderId, refund, to);
  }
}

/** A payment attempt has failed. The email has the reason, if the gateway gave one, and how to retry. */
export async function sendPaymentFailedEmail(
  tx: Tx,
  orderId: number,
  { paymentId }: { paymentId: number },
): Promise<void> {
  await queueOnce(tx, await paymentFailedMail(tx, orderId, { paymentId }), `payment_failed:${paymentId}`);
}

/** The carrier has picked up the shipment. */
export async function sendOrderShippedEmail(
  tx: Tx,
  orderId: number,
  { shipmentId }: { shipmentId: number },
): Promise<void> {
  await queueOnce(tx, await shippedMail(tx, orderId, { shipmentId }), `order_shipped:${shipmentId}`);
}

/**
 * A refund has been completed.
 * @param isOverpayment the money was paid beyond the order's total, and is not part of the order's refunds
 */
export async function sendRefundedEmail(
  tx: Tx,
  orderId: number,
  refund: { refundId: number; amount: Dong; isOverpayment: boolean },
): Promise<void> {
  await queueOnce(tx, await refundedMail(tx, orderId, refund), `order_refunded:${refund.refundId}`);
}
