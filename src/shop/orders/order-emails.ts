import { formatDate, formatDay } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { formatPrice } from "#contract/money.ts";
import { toLocalPhone } from "#contract/person-validation.ts";
import { type Sql, sql, type Tx } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { enqueueEmailSql, type Mail, type OrderDigest, price, queueMail } from "#shop/mail/index.ts";
import { declineMessageKey } from "#shop/payments/index.ts";
import { type Order, optionText, orderColumns, orderLanguage } from "./order.ts";

type LetterOrder = Order & { lang: Language };

/** An order with the language of its letters. */
const orderFor = (tx: Tx, orderId: number): Promise<LetterOrder | undefined> =>
  tx.one<LetterOrder>(sql`
    select ${orderColumns}, ${orderLanguage} lang
    from orders o where o.id = ${orderId} and o.status <> 'trash'`);

const labelled = new Set(["cod", "vnpay_visa", "paypal"]);

/** A way of payment in words; one that the shop does not know has the name that a merchant gave it. */
const methodName = (method: string, title: string, lang: Language): string =>
  labelled.has(method) ? t(lang, `payment_method.${method}`) : title || t(lang, "payment_method.unknown");

/** What a letter tells of an order. */
type ToldOrder = Pick<
  Order,
  | "id"
  | "createdAt"
  | "subtotal"
  | "discountTotal"
  | "shippingTotal"
  | "feeTotal"
  | "total"
  | "paymentMethod"
  | "paymentMethodTitle"
  | "shippingMethod"
  | "shipping"
  | "billing"
> & { lines: readonly Omit<Order["lines"][number], "id">[] };

const isPickup = ({ shippingMethod }: ToldOrder): boolean => shippingMethod === "local_pickup";

function methodOf(order: ToldOrder, lang: Language): string {
  const inCash = order.paymentMethod === "cod" && isPickup(order);
  return inCash
    ? t(lang, "payment_method.cod_pickup")
    : methodName(order.paymentMethod, order.paymentMethodTitle, lang);
}

const addressLines = ({ shipping }: ToldOrder): string[] =>
  [
    `${shipping.last_name} ${shipping.first_name}`.trim(),
    toLocalPhone(shipping.phone),
    [shipping.address_1, shipping.address_2, shipping.state, shipping.city].filter(Boolean).join(", "),
  ].filter(Boolean);

const digestOf = (order: ToldOrder, lang: Language): OrderDigest => ({
  placedAt: order.createdAt.toISOString(),
  lines: order.lines.map((line) => ({
    name: line.ownName ?? line.name[lang],
    option: line.ownName === null ? optionText(line, lang) : "",
    quantity: line.quantity,
    total: line.total,
  })),
  subtotal: order.subtotal,
  discount: order.discountTotal,
  shipping: order.shippingTotal,
  fees: order.feeTotal,
  total: order.total,
  method: methodOf(order, lang),
  delivery: t(lang, `order_info.${isPickup(order) ? "delivery_in_person" : "delivery_shipment"}`),
  shipTo: isPickup(order) ? [] : addressLines(order),
});

const valuesOf = (order: ToldOrder): Record<string, string> => ({
  name: order.billing.first_name,
  order_number: String(order.id),
  total: price(order.total),
});

/** How an order that has just been placed is to be paid. */
const promiseOf = (order: ToldOrder): string =>
  order.paymentMethod !== "cod" ? "online" : isPickup(order) ? "pickup" : "cod";

/**
 * Confirms an order that was just placed, in the language of the page it was placed on: as part of the statement that writes
 * it. Null where nobody can be written to.
 */
export const sendOrderConfirmation = (
  order: ToldOrder,
  { lang, uniqueKey = `order_received:${order.id}` }: { lang: Language; uniqueKey?: string },
): Sql | null =>
  order.billing.email
    ? enqueueEmailSql(
        {
          template: "order_received",
          to: order.billing.email,
          lang,
          values: valuesOf(order),
          also: [promiseOf(order)],
          order: digestOf(order, lang),
        },
        { uniqueKey },
      )
    : null;

/** Confirms once more one that was placed to be paid online and is paid in cash now. */
export async function sendSwitchedToCodEmail(tx: Tx, orderId: number, lang: Language): Promise<void> {
  const order = await orderFor(tx, orderId);
  const letter = order && sendOrderConfirmation(order, { lang, uniqueKey: `order_received:${orderId}:cod` });
  if (letter) await tx.run(letter);
}

interface PaymentRow {
  method: string;
  amount: number;
  amountUsdCents: number | null;
  usdRate: number | null;
  reference: string;
  transaction: string | null;
}

const paymentFor = (tx: Tx, paymentId: number): Promise<PaymentRow | undefined> =>
  tx.one<PaymentRow>(sql`
    select method, amount, amount_usd_cents "amountUsdCents", usd_rate "usdRate", reference,
      gateway_transaction "transaction" from payment where id = ${paymentId}`);

/** Đồng, and beside them the dollars that PayPal took for them. */
function paidAmount({ amount, amountUsdCents, usdRate }: PaymentRow): string {
  if (amountUsdCents === null || usdRate === null) return price(amount);
  return `${price(amount)} (${formatPrice(amountUsdCents, { code: "USD", rate: 100 })})`;
}

/** The letter of one attempt whose money has come. */
async function letterOfPayment(
  tx: Tx,
  orderId: number,
  letter: {
    paymentId: number;
    now?: Date;
    template: Mail["template"];
    uniqueKey: string;
    also?: (order: Order) => string[];
  },
): Promise<void> {
  const { paymentId, now, template, uniqueKey, also = () => [] } = letter;
  const order = await orderFor(tx, orderId);
  const payment = await paymentFor(tx, paymentId);
  if (!order?.billing.email || !payment) return;
  const { lang } = order;
  const values = {
    ...valuesOf(order),
    total: paidAmount(payment),
    payment_method: methodName(payment.method, order.paymentMethodTitle, lang),
    transaction_no: payment.transaction || order.transactionId || payment.reference,
    ...(now ? { paid_at: formatDate(now) } : {}),
  };
  const further = [...(now ? ["when"] : []), ...also(order)];
  await queueMail(
    tx,
    { template, to: order.billing.email, lang, values, also: further, order: digestOf(order, lang) },
    { uniqueKey },
  );
}

/** The money of one attempt has come. `now` is when it was settled. */
export const sendOrderPaidEmail = (
  tx: Tx,
  orderId: number,
  { paymentId, now }: { paymentId: number; now: Date },
): Promise<void> =>
  letterOfPayment(tx, orderId, {
    paymentId,
    now,
    template: "order_paid",
    uniqueKey: `order_paid:${orderId}:${paymentId}`,
    also: (order) => [isPickup(order) ? "pickup" : "delivery"],
  });

/** It has come when the order had been given up: a person looks whether the pieces are there still. */
export const sendPaidAfterCancelEmail = (
  tx: Tx,
  orderId: number,
  { paymentId, now }: { paymentId: number; now: Date },
): Promise<void> =>
  letterOfPayment(tx, orderId, {
    paymentId,
    now,
    template: "order_paid_late",
    uniqueKey: `order_paid_late:${paymentId}`,
  });

/** It has come beside what the order costs, and goes back: nobody has to find that out from the bank. */
export const sendOverpaymentEmail = (tx: Tx, orderId: number, { paymentId }: { paymentId: number }): Promise<void> =>
  letterOfPayment(tx, orderId, {
    paymentId,
    template: "double_payment_found",
    uniqueKey: `double_payment_found:${paymentId}`,
  });

/** One attempt to pay has failed; its letter says why, where the gateway did, and how to go on. */
export async function sendPaymentFailedEmail(
  tx: Tx,
  orderId: number,
  { paymentId }: { paymentId: number },
): Promise<void> {
  const order = await orderFor(tx, orderId);
  if (!order?.billing.email) return;
  const { lang } = order;
  const attempt = await tx.one<{ code: string }>(sql`select code from payment where id = ${paymentId}`);
  const reason = attempt?.code && t(lang, declineMessageKey(attempt.code));
  const values = { ...valuesOf(order), ...(reason ? { reason } : {}) };
  await queueMail(
    tx,
    { template: "payment_failed", to: order.billing.email, lang, values, also: reason ? ["because"] : [] },
    { uniqueKey: `payment_failed:${paymentId}` },
  );
}

interface ParcelRow {
  carrier: string;
  code: string;
  expectedAt: Date | null;
  codAmount: number;
}

const carriers: Record<string, string> = { ghn: "Giao Hàng Nhanh (GHN)" };

/** The carrier has fetched the parcel. */
export async function sendOrderShippedEmail(
  tx: Tx,
  orderId: number,
  { parcelId }: { parcelId: number },
): Promise<void> {
  const order = await orderFor(tx, orderId);
  const parcel = await tx.one<ParcelRow>(sql`
    select carrier, coalesce(tracking_code, client_order_code) code, expected_at "expectedAt", cod_amount "codAmount"
    from parcel where id = ${parcelId} and order_id = ${orderId}`);
  if (!order?.billing.email || !parcel) return;
  const { carrier, code, expectedAt, codAmount } = parcel;
  const values = {
    ...valuesOf(order),
    tracking_code: code,
    carrier: carriers[carrier] ?? carrier,
    ...(expectedAt ? { expected_date: formatDay(expectedAt) } : {}),
    cod_amount: price(codAmount),
  };
  const also = [...(expectedAt ? ["expected"] : []), ...(codAmount > 0 ? ["cod"] : [])];
  const { lang } = order;
  await queueMail(
    tx,
    { template: "order_shipped", to: order.billing.email, lang, values, also, order: digestOf(order, lang) },
    { uniqueKey: `order_shipped:${parcelId}` },
  );
}

/**
 * Money has gone back. @param amount whole đồng
 * @param surplus it was paid on top of what was due, and is no part of what the order was refunded
 */
export async function sendRefundedEmail(
  tx: Tx,
  orderId: number,
  { refundId, amount, surplus }: { refundId: number; amount: number; surplus: boolean },
): Promise<void> {
  const order = await orderFor(tx, orderId);
  if (!order?.billing.email) return;
  const paid = await tx.one<{ method: string }>(sql`
    select p.method from refund r join payment p on p.id = r.payment_id where r.id = ${refundId}`);
  const { lang } = order;
  const values = {
    ...valuesOf(order),
    amount: price(amount),
    payment_method: methodName(paid?.method ?? order.paymentMethod, order.paymentMethodTitle, lang),
  };
  const template = surplus ? "double_payment_refunded" : "order_refunded";
  await queueMail(tx, { template, to: order.billing.email, lang, values }, { uniqueKey: `order_refunded:${refundId}` });
}
