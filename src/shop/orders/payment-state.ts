import { formatMoment } from "#contract/dates.ts";
import type { Language } from "#contract/language.ts";
import { type Dong, dong, formatDong, max, subtract, type UsdCents } from "#contract/money.ts";
import { bankTransferMethodId, isBankTransfer, isCashMethod, isOnlineMethod } from "#contract/payment-methods/index.ts";
import type { OrderStatus, ShippingMethod } from "#contract/order.ts";
import type { PaymentState } from "#contract/payment.ts";
import type { Buyer } from "#shop/kernel/auth/buyer.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/request/messages.ts";
import { declineMessageKey, paidDeposit, refundWithoutAccount } from "#shop/payments/index.ts";
import { confirmationOf, type StoredConfirmation, toConfirmation } from "./read-confirmation.ts";
import { isFulfillable } from "./order-status.ts";
import { type Overpayment, overpaymentMessage, overpaymentsOf } from "./overpayment-messages.ts";
import { ownedBy } from "./owned-by.ts";

interface PaymentStateRow {
  id: number;
  status: OrderStatus;
  paymentMethod: string;
  shippingMethod: ShippingMethod;
  total: Dong;
  /** paid in advance of the cash */
  deposit: Dong;
  transactionId: string;
  createdAt: Date;
  paidAt: Date | null;
  /** end of the stock reservation while the order is unpaid */
  reservedUntil: Date | null;
  overpayments: Overpayment[];
  accountNeeded: Dong;
  /** emails about it are sent */
  hasEmail: boolean;
  /** id of the order that the customer placed instead, if this one is closed */
  replacedBy: number | null;
  promise: PaymentState["promise"];
  confirmation: StoredConfirmation | null;
  /** the attempt that succeeded, else the last one by the order's own payment method */
  attempt: {
    status: string;
    settledAt: string | null;
    code: string;
    /** null unless it is in dollars */
    usdCents: UsdCents | null;
    /** the gateway's payment page, while the order's current total can be paid there */
    payUrl: string | null;
    expiresAt: string | null;
  } | null;
}

type PaymentStatus = PaymentState["payment_status"];
const failedAttemptStatuses = new Set(["failed", "cancelled", "expired", "to_refund", "refunded"]);

/**
 * The payment status of an order: `placed` is cash to be collected. Payments by other methods are not known to the shop.
 */
export function paymentStatusOf({
  status,
  paymentMethod,
  attempt,
}: Pick<PaymentStateRow, "status" | "paymentMethod"> & { attempt: { status: string } | null }): PaymentStatus {
  switch (status) {
    case "cancelled":
    case "failed":
      return "failed";
    case "completed":
    case "refunded":
      return "completed";
    case "on-hold":
      return isCashMethod(paymentMethod) ? "placed" : "pending";
    case "processing":
      return isCashMethod(paymentMethod) ? "placed" : "completed";
    case "pending":
      if (isCashMethod(paymentMethod)) return "placed";
      if (attempt?.status === "succeeded") return "completed";
      return isOnlineMethod(paymentMethod) && failedAttemptStatuses.has(attempt?.status ?? "") ? "failed" : "pending";
  }
}

const isGivenBack = (attempt: { status: string } | null): boolean =>
  attempt?.status === "to_refund" || attempt?.status === "refunded";

/** The reason why the order is not paid. While it can still be paid, that is the error of the last attempt. */
function failureMessage(
  { status, paymentMethod, paidAt, attempt, replacedBy }: PaymentStateRow,
  lang: Language,
): string {
  // the order is paid, or its gateway requests no payment: the message requests no further payment
  if (!isOnlineMethod(paymentMethod) || paidAt !== null) return t(lang, `order_status.${status}`);
  if (replacedBy !== null) return t(lang, "payment_result.replaced_text", { order: replacedBy });
  if (isGivenBack(attempt)) return t(lang, "payment_result.given_back_text");
  if (status === "cancelled") return t(lang, "payment_result.expired_text");
  return attempt?.code ? t(lang, declineMessageKey(attempt.code)) : t(lang, "payment_result.failed_text");
}

/** No gateway reports the payment: it is a bank transfer, or a method of a merchant's own. */
const isPaidOtherwise = (method: string): boolean => !isOnlineMethod(method) || isBankTransfer(method);

const endOf = ({ by }: StoredConfirmation): string => formatMoment(by);

const cashDue = ({ total, deposit }: PaymentStateRow): Dong => max(dong(0), subtract(total, deposit));

function messageFor(row: PaymentStateRow, state: PaymentStatus, lang: Language): string {
  const amount = formatDong(cashDue(row));
  switch (state) {
    case "placed":
      if (row.confirmation?.state === "waiting")
        return t(lang, "cod_confirmation.text", { time: endOf(row.confirmation) });
      return t(
        lang,
        row.shippingMethod === "local_pickup" ? "payment_result.cod_pickup_text" : "payment_result.cod_text",
        { amount },
      );
    case "completed":
      return t(lang, `payment_result.${row.hasEmail ? "success" : "received"}_text`);
    case "failed":
      return failureMessage(row, lang);
    case "pending":
      if (row.paidAt === null && isPaidOtherwise(row.paymentMethod)) return t(lang, "payment_result.other_way_text");
      return t(lang, row.status === "on-hold" ? "payment_result.on_hold_text" : "payment_result.pending_text");
  }
}

/** The customer cancelled at the gateway, and nothing else failed. */
const isCancelledByCustomer = ({ status, paymentMethod, paidAt, attempt }: PaymentStateRow): boolean =>
  status === "pending" && isOnlineMethod(paymentMethod) && paidAt === null && attempt?.status === "cancelled";

/** How a customer can still pay after leaving the gateway's page: until when, and at which URL. */
function retryOptions({ reservedUntil, attempt }: PaymentStateRow, state: PaymentStatus, now: Date | null) {
  const canStillPay = state === "pending" && now !== null && reservedUntil !== null && reservedUntil > now;
  const isLinkValid = canStillPay && attempt?.expiresAt && new Date(attempt.expiresAt) > now;
  return {
    payment_url: (isLinkValid && attempt.payUrl) || "",
    held_until: canStillPay ? reservedUntil.toISOString() : null,
  };
}

/**
 * @param now null if the result is not for the order's own customer, since only they may continue the payment
 * @param hasCodes whether codes can be sent to phones
 */
async function readPaymentState(
  reader: Reader,
  where: Sql,
  { lang, now, hasCodes }: { lang: Language; now: Date | null; hasCodes: boolean },
): Promise<PaymentState | null> {
  const row = await reader.one<PaymentStateRow>(sql`
    select o.id, o.status, o.payment_method "paymentMethod", o.shipping_method "shippingMethod", o.total, ${paidDeposit(sql`o.id`)} deposit, o.transaction_id "transactionId",
      o.created_at "createdAt", o.paid_at "paidAt",
      case when o.status = 'pending' then o.stock_reserved_until end "reservedUntil", ${overpaymentsOf} overpayments,
      ${refundWithoutAccount} "accountNeeded", coalesce(o.billing ->> 'email', '') <> '' "hasEmail",
      case when o.status in ('cancelled', 'failed') then o.replaced_by end "replacedBy",
      (select jsonb_build_object('from', r.promised_from, 'by', r.promised_by) from order_promise r where r.order_id = o.id) promise,
      ${now ? confirmationOf(now) : sql`null::jsonb`} confirmation,
      (select jsonb_build_object('status', p.status, 'settledAt', p.settled_at, 'code', p.code,
        'usdCents', p.amount_usd_cents, 'expiresAt', p.expires_at,
        'payUrl', case when p.status = 'pending' and p.review_started_at is null
          and (p.amount = o.total or p.method = ${bankTransferMethodId}) then p.request ->> 'pay_url' end)
       from payment p
       where p.order_id = o.id and (p.method = o.payment_method or p.status = 'succeeded')
         and p.order_change_id is null and not p.is_deposit order by (p.status = 'succeeded') desc, p.attempt desc limit 1) attempt
    from orders o where ${where} and o.status <> 'trash'`);
  if (!row) return null;
  const state = paymentStatusOf(row);
  const settledAt = row.attempt?.status === "succeeded" ? row.attempt.settledAt : null;
  // the message of a failed payment already mentions its refund
  const isInMessage = state === "failed" && row.replacedBy === null && isGivenBack(row.attempt);
  const notice = isInMessage ? "" : overpaymentMessage(row.overpayments, lang);
  return {
    success: state === "completed" || state === "placed",
    payment_status: state,
    order_status: row.status,
    order_id: row.id,
    order_number: String(row.id),
    payment_method: row.paymentMethod,
    transaction_no: row.transactionId,
    amount: row.total,
    cash_due: state === "placed" ? cashDue(row) : dong(0),
    charged_usd_cents: row.attempt?.status === "succeeded" ? row.attempt.usdCents : null,
    payment_date: new Date(row.paidAt ?? settledAt ?? row.createdAt).toISOString(),
    message: [messageFor(row, state, lang), notice].filter(Boolean).join(" "),
    notice,
    account_needed: row.accountNeeded,
    reason: isCancelledByCustomer(row) ? "cancelled" : "",
    has_email: row.hasEmail,
    replaced_by: row.replacedBy,
    promise: isFulfillable(row.status) ? row.promise : null,
    confirmation: toConfirmation(row.confirmation, hasCodes),
    ...retryOptions(row, state, now),
  };
}

/** The payment state of a buyer's own order, or null if there is no such order. */
export const paymentState = (
  reader: Reader,
  { orderId, buyer, ...options }: { orderId: number; buyer: Buyer; lang: Language; now: Date; hasCodes: boolean },
): Promise<PaymentState | null> => readPaymentState(reader, sql`o.id = ${orderId} and ${ownedBy(buyer)}`, options);

/** The payment state of any order, for internal use. */
export const paymentStateOf = (reader: Reader, orderId: number): Promise<PaymentState | null> =>
  readPaymentState(reader, sql`o.id = ${orderId}`, { lang: "vi", now: null, hasCodes: false });

/** As {@link paymentState}, for any device with a link to the order, which may go on with its payment. */
export const paymentStateForLink = (
  reader: Reader,
  { orderId, ...options }: { orderId: number; lang: Language; now: Date; hasCodes: boolean },
): Promise<PaymentState | null> => readPaymentState(reader, sql`o.id = ${orderId}`, options);
