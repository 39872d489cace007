// What the emails about an order contain. order-emails.ts queues them.

import { isBankTransfer, isCashMethod } from "#contract/payment-methods/index.ts";
import { forecastDay, formatDayRange, formatWeekday } from "#contract/calendar-days.ts";
import { formatDate, formatMoment } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong, formatUsdCents, type UsdCents } from "#contract/money.ts";
import { type Reader, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { Mail, NewMail } from "#shop/mail/index.ts";
import { declineMessageKey } from "#shop/payments/index.ts";
import { digestOf, type EmailedOrder, type EmailedPromise, isPickup, methodName } from "./emailed-order.ts";
import { confirmByOf } from "./read-confirmation.ts";
import { type Order, orderColumns, orderLanguage } from "./order.ts";
import { isFulfillable } from "./order-status.ts";

type EmailOrder = Order & {
  lang: Language;
  promise: EmailedPromise | null;
  /** until when its customer has to confirm it; null if it does not wait */
  confirmBy: Date | null;
};

/**
 * An order with the language of its emails; undefined for an order in the trash. One that is cancelled, failed or refunded promises nothing.
 * @param now for the emails that request its confirmation
 */
async function findOrderForEmail(tx: Reader, orderId: number, now?: Date): Promise<EmailOrder | undefined> {
  const order = await tx.one<EmailOrder>(sql`
    select ${orderColumns}, ${orderLanguage} lang, ${now ? confirmByOf(now) : sql`null::timestamptz`} "confirmBy",
      (select jsonb_build_object('from', promised_from, 'by', promised_by, 'shownBy', shown_by,
          'changedTo', (select c.day_after from promise_change c where c.order_id = o.id order by c.id desc limit 1))
        from order_promise where order_id = o.id) promise
    from orders o where o.id = ${orderId} and o.status <> 'trash'`);
  return order && !isFulfillable(order.status) ? { ...order, promise: null } : order;
}

const valuesOf = (order: EmailedOrder, lang: Language): Record<string, string> => ({
  name: order.billing.first_name,
  order_number: String(order.id),
  total: formatDong(order.total),
  ...(order.promise ? { promised: formatDayRange(lang, order.promise.from, order.promise.by) } : {}),
  ...(order.promise?.changedTo ? { promised_before: formatWeekday(lang, order.promise.changedTo) } : {}),
  ...(order.confirmBy ? { confirm_by: formatMoment(order.confirmBy) } : {}),
});

/**
 * The email's section about the promised day: of a pickup, of a shipment that can no longer arrive on the day that the merchant has
 * promised, of one that its payment has postponed, or of any other shipment.
 */
function promiseSections(order: EmailedOrder): string[] {
  const { promise } = order;
  if (!promise) return [];
  if (isPickup(order)) return ["promised_pickup"];
  if (promise.changedTo) return [promise.by > promise.changedTo ? "promise_replaced" : "promised"];
  return [promise.by > (promise.shownBy ?? promise.by) ? "postponed" : "promised"];
}

/** The email's sections about a confirmation that the order waits for, and about how it is paid. */
function paymentSections(order: EmailedOrder): string[] {
  // without "we will contact you to confirm"
  if (order.confirmBy) return ["confirm", isPickup(order) ? "pickup" : "cod_confirmed"];
  return [paymentSection(order)];
}

function paymentSection(order: EmailedOrder): string {
  if (isBankTransfer(order.paymentMethod)) return "bank";
  return !isCashMethod(order.paymentMethod) ? "online" : isPickup(order) ? "pickup" : "cod";
}

/** The confirmation of an order. */
export const receivedMail = (order: EmailedOrder, lang: Language): NewMail => ({
  template: "order_received",
  to: order.billing.email,
  lang,
  values: valuesOf(order, lang),
  also: [...paymentSections(order), ...promiseSections(order)],
  order: digestOf(order, lang),
});

/** The confirmation of a stored order, by default in the language of its emails; undefined without an email address. */
export async function receivedMailOf(
  reader: Reader,
  orderId: number,
  { lang, now }: { lang?: Language; now: Date },
): Promise<NewMail | undefined> {
  const order = await findOrderForEmail(reader, orderId, now);
  return order?.billing.email ? receivedMail(order, lang ?? order.lang) : undefined;
}

/** The order still has to be confirmed; undefined without an email address. */
export async function reminderMailOf(reader: Reader, orderId: number, now: Date): Promise<NewMail | undefined> {
  const order = await findOrderForEmail(reader, orderId, now);
  if (!order?.billing.email) return undefined;
  const { lang } = order;
  return {
    template: "order_confirm_reminder",
    to: order.billing.email,
    lang,
    values: valuesOf(order, lang),
    order: digestOf(order, lang),
  };
}

interface PaymentRow {
  method: string;
  amount: Dong;
  amountUsdCents: UsdCents | null;
  usdRate: number | null;
  reference: string;
  transaction: string | null;
}

const paymentFor = (reader: Reader, paymentId: number): Promise<PaymentRow | undefined> =>
  reader.one<PaymentRow>(sql`
    select method, amount, amount_usd_cents "amountUsdCents", usd_rate "usdRate", reference,
      gateway_transaction "transaction" from payment where id = ${paymentId}`);

/** The amount in đồng, for PayPal with the amount in dollars. */
function paidAmount({ amount, amountUsdCents, usdRate }: PaymentRow): string {
  if (amountUsdCents === null || usdRate === null) return formatDong(amount);
  return `${formatDong(amount)} (${formatUsdCents(amountUsdCents)})`;
}

export interface PaymentEmail {
  paymentId: number;
  template: Mail["template"];
  /** what the email is about; the payment's own amount if it is not given */
  amount?: Dong;
  /** when the payment was settled; null leaves the time out of the email */
  paidAt?: Date | null;
  /** further sections of the template */
  sections?: (order: EmailOrder) => string[];
}

/** A payment has arrived; undefined without an email address or payment. */
export async function paymentMail(
  reader: Reader,
  orderId: number,
  { paymentId, template, amount, paidAt = null, sections = () => [] }: PaymentEmail,
): Promise<NewMail | undefined> {
  const order = await findOrderForEmail(reader, orderId);
  const payment = await paymentFor(reader, paymentId);
  if (!order?.billing.email || !payment) return undefined;
  const { lang } = order;
  const values = {
    ...valuesOf(order, lang),
    total: amount === undefined ? paidAmount(payment) : formatDong(amount),
    payment_method: methodName(payment.method, order.paymentMethodTitle, lang),
    transaction_no: payment.transaction || order.transactionId || payment.reference,
    ...(paidAt ? { paid_at: formatDate(paidAt) } : {}),
  };
  const also = [...(paidAt ? ["when"] : []), ...sections(order)];
  return { template, to: order.billing.email, lang, values, also, order: digestOf(order, lang) };
}

/** The sections of the email about a paid order. */
export const paidSections = (order: EmailOrder): string[] =>
  isFulfillable(order.status) ? [isPickup(order) ? "pickup" : "delivery", ...promiseSections(order)] : [];

/** A payment attempt has failed: the reason, if the gateway gave one, and how to retry. */
export async function paymentFailedMail(
  reader: Reader,
  orderId: number,
  { paymentId }: { paymentId: number },
): Promise<NewMail | undefined> {
  const order = await findOrderForEmail(reader, orderId);
  if (!order?.billing.email) return undefined;
  const { lang } = order;
  const attempt = await reader.one<{ code: string }>(sql`select code from payment where id = ${paymentId}`);
  const key = attempt?.code ? declineMessageKey(attempt.code) : "payment_errors.other";
  // the message for an unknown code only repeats the email
  const reason = key === "payment_errors.other" ? "" : t(lang, key);
  const values = { ...valuesOf(order, lang), ...(reason ? { reason } : {}) };
  return {
    template: "payment_failed",
    to: order.billing.email,
    lang,
    values,
    also: [reason ? "because" : "unexplained"],
  };
}

interface ShippedRow {
  carrier: string;
  code: string;
  expectedAt: Date | null;
  codAmount: Dong;
}

function shippedMailOf(order: EmailOrder, { carrier, code, expectedAt, codAmount }: ShippedRow): NewMail {
  const { lang, billing, promise } = order;
  const expected = forecastDay(expectedAt, promise);
  const values = {
    ...valuesOf(order, lang),
    tracking_code: code,
    carrier: carrier === "ghn" ? "Giao Hàng Nhanh (GHN)" : carrier,
    ...(expected ? { expected_date: formatWeekday(lang, expected) } : {}),
    cod_amount: formatDong(codAmount),
  };
  const arrives = [
    ...(promise ? ["promised"] : []),
    ...(expected ? ["expected"] : []),
    ...(codAmount > 0 ? ["cod"] : []),
  ];
  const also = isFulfillable(order.status) ? arrives : [];
  return { template: "order_shipped", to: billing.email, lang, values, also, order: digestOf(order, lang) };
}

/** The email of {@link shippedMail} for a parcel that is not recorded yet; null without an address. */
export async function orderShippedEmail(
  reader: Reader,
  orderId: number,
  shipment: Pick<ShippedRow, "carrier" | "code">,
): Promise<NewMail | null> {
  const order = await findOrderForEmail(reader, orderId);
  return order?.billing.email ? shippedMailOf(order, { ...shipment, expectedAt: null, codAmount: dong(0) }) : null;
}

/** The carrier has picked up the shipment. */
export async function shippedMail(
  reader: Reader,
  orderId: number,
  { shipmentId }: { shipmentId: number },
): Promise<NewMail | undefined> {
  const order = await findOrderForEmail(reader, orderId);
  const shipment = await reader.one<ShippedRow>(sql`
    select carrier, coalesce(tracking_code, client_order_code) code, expected_at "expectedAt", cod_amount "codAmount"
    from parcel where id = ${shipmentId} and order_id = ${orderId}`);
  if (!order?.billing.email || !shipment) return undefined;
  return shippedMailOf(order, shipment);
}

/**
 * A refund has been completed.
 * @param isOverpayment the money was paid beyond the order's total, and is not part of the order's refunds
 */
export async function refundedMail(
  reader: Reader,
  orderId: number,
  { refundId, amount, isOverpayment }: { refundId: number; amount: Dong; isOverpayment: boolean },
): Promise<NewMail | undefined> {
  const order = await findOrderForEmail(reader, orderId);
  if (!order?.billing.email) return undefined;
  const paid = await reader.one<{ method: string }>(sql`
    select p.method from refund r join payment p on p.id = r.payment_id where r.id = ${refundId}`);
  const { lang } = order;
  const values = {
    ...valuesOf(order, lang),
    amount: formatDong(amount),
    payment_method: methodName(paid?.method ?? order.paymentMethod, order.paymentMethodTitle, lang),
  };
  const template = isOverpayment ? "double_payment_refunded" : "order_refunded";
  return { template, to: order.billing.email, lang, values };
}
