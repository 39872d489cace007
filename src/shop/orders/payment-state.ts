import type { Language } from "#contract/language.ts";
import { formatPrice } from "#contract/money.ts";
import { isOnlineMethod } from "#contract/online-method.ts";
import type { OrderStatus, ShippingMethod } from "#contract/order.ts";
import type { PaymentState } from "#contract/payment.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/db/database.ts";
import { t } from "#shop/kernel/http/messages.ts";
import { declineMessageKey } from "#shop/payments/index.ts";
import { overpaymentMessage, type Surplus, surplusesOf } from "./overpayment-messages.ts";

interface Row {
  id: number;
  status: OrderStatus;
  paymentMethod: string;
  shippingMethod: ShippingMethod;
  total: number;
  transactionId: string;
  createdAt: Date;
  paidAt: Date | null;
  /** until when the pieces are kept while nothing is paid */
  holdUntil: Date | null;
  surpluses: Surplus[];
  /** of the attempt that succeeded, else of the last one in the order's own way of payment */
  attempt: {
    status: string;
    settledAt: string | null;
    code: string;
    /** where it is paid, while anybody can still pay there what the order costs now */
    payUrl: string | null;
    expiresAt: string | null;
  } | null;
}

type State = PaymentState["payment_status"];
const failedAttempt = new Set(["failed", "cancelled", "expired", "to_refund", "refunded"]);

/** What became of an order's payment: `placed` is cash to be collected. What a merchant is paid by other ways nobody tells. */
export function paymentStatusOf({
  status,
  paymentMethod,
  attempt,
}: Pick<Row, "status" | "paymentMethod"> & { attempt: { status: string } | null }): State {
  switch (status) {
    case "cancelled":
    case "failed":
      return "failed";
    case "completed":
    case "refunded":
      return "completed";
    case "on-hold":
      return paymentMethod === "cod" ? "placed" : "pending";
    case "processing":
      return paymentMethod === "cod" ? "placed" : "completed";
    case "pending":
      if (paymentMethod === "cod") return "placed";
      if (attempt?.status === "succeeded") return "completed";
      return isOnlineMethod(paymentMethod) && failedAttempt.has(attempt?.status ?? "") ? "failed" : "pending";
  }
}

/** Why nothing was paid. While the order waits, what went wrong with the last attempt is what the shopper can act on. */
function failureFor({ status, paymentMethod, paidAt, attempt }: Row, lang: Language): string {
  // nothing is to be paid, or it has been: nobody is asked to pay it again
  if (!isOnlineMethod(paymentMethod) || paidAt !== null) return t(lang, `order_status.${status}`);
  if (attempt?.status === "to_refund" || attempt?.status === "refunded")
    return t(lang, "payment_result.given_back_text");
  if (status === "cancelled") return t(lang, "payment_result.expired_text");
  return attempt?.code ? t(lang, declineMessageKey(attempt.code)) : t(lang, "payment_result.failed_text");
}

function messageFor(row: Row, state: State, lang: Language): string {
  const amount = formatPrice(row.total, { code: "VND", rate: 1 });
  switch (state) {
    case "placed":
      return t(
        lang,
        row.shippingMethod === "local_pickup" ? "payment_result.cod_pickup_text" : "payment_result.cod_text",
        { amount },
      );
    case "completed":
      return t(lang, "payment_result.success_text");
    case "failed":
      return failureFor(row, lang);
    case "pending":
      if (!isOnlineMethod(row.paymentMethod) && row.paidAt === null) return t(lang, "payment_result.other_way_text");
      return t(lang, row.status === "on-hold" ? "payment_result.on_hold_text" : "payment_result.pending_text");
  }
}

/** The order's own customer gave up at the gateway, and nothing else has gone wrong. */
const isCalledOff = ({ status, paymentMethod, paidAt, attempt }: Row): boolean =>
  status === "pending" && isOnlineMethod(paymentMethod) && paidAt === null && attempt?.status === "cancelled";

/** What a shopper can still do who has left the gateway's page: until when, and where. */
function waitingFor({ holdUntil, attempt }: Row, state: State, now: Date | null) {
  const waits = state === "pending" && now !== null && holdUntil !== null && holdUntil > now;
  const alive = waits && attempt?.expiresAt && new Date(attempt.expiresAt) > now;
  return { payment_url: (alive && attempt.payUrl) || "", held_until: waits ? holdUntil.toISOString() : null };
}

/** @param now null: the answer is not for the order's own customer, who alone may go on paying */
async function stateWhere(
  reader: Reader,
  where: Sql,
  { lang, now }: { lang: Language; now: Date | null },
): Promise<PaymentState | null> {
  const row = await reader.one<Row>(sql`
    select o.id, o.status, o.payment_method "paymentMethod", o.shipping_method "shippingMethod", o.total, o.transaction_id "transactionId",
      o.created_at "createdAt", o.paid_at "paidAt",
      case when o.status = 'pending' then o.hold_until end "holdUntil", ${surplusesOf} surpluses,
      (select jsonb_build_object('status', p.status, 'settledAt', p.settled_at, 'code', p.code, 'expiresAt', p.expires_at,
        'payUrl', case when p.status = 'pending' and p.held_at is null and p.amount = o.total then p.request ->> 'pay_url' end)
       from payment p
       where p.order_id = o.id and (p.method = o.payment_method or p.status = 'succeeded') order by (p.status = 'succeeded') desc, p.attempt desc limit 1) attempt
    from orders o where ${where} and o.status <> 'trash'`);
  if (!row) return null;
  const state = paymentStatusOf(row);
  const settledAt = row.attempt?.status === "succeeded" ? row.attempt.settledAt : null;
  // of a failure the message says already what goes back
  const notice = state === "failed" ? "" : overpaymentMessage(row.surpluses, lang);
  return {
    success: state === "completed" || state === "placed",
    payment_status: state,
    order_status: row.status,
    order_id: row.id,
    order_number: String(row.id),
    payment_method: row.paymentMethod,
    transaction_no: row.transactionId,
    amount: row.total,
    payment_date: new Date(row.paidAt ?? settledAt ?? row.createdAt).toISOString(),
    message: [messageFor(row, state, lang), notice].filter(Boolean).join(" "),
    notice,
    reason: isCalledOff(row) ? "cancelled" : "",
    ...waitingFor(row, state, now),
  };
}

/** The truth about the payment of one's own order, or null when there is no such order. */
export const paymentState = (
  reader: Reader,
  { orderId, customerId, ...asked }: { orderId: number; customerId: number; lang: Language; now: Date },
): Promise<PaymentState | null> => stateWhere(reader, sql`o.id = ${orderId} and o.customer_id = ${customerId}`, asked);

/** The same for the shop itself, of whomever the order is. */
export const paymentStateOf = (reader: Reader, orderId: number): Promise<PaymentState | null> =>
  stateWhere(reader, sql`o.id = ${orderId}`, { lang: "vi", now: null });
