import type { Language } from "#contract/language.ts";
import { formatPrice } from "#contract/money.ts";
import type { OrderStatus, PaymentState, ShippingMethod } from "#contract/order.ts";
import { type Reader, type Sql, sql } from "#shop/kernel/database.ts";
import { say } from "#shop/kernel/sentences.ts";
import { failureSentence } from "#shop/payments/index.ts";

interface Row {
  id: number;
  status: OrderStatus;
  paymentMethod: string;
  shippingMethod: ShippingMethod;
  total: number;
  transactionId: string;
  createdAt: Date;
  paidAt: Date | null;
  /** of the attempt that succeeded, else of the last one */
  attempt: { status: string; settledAt: string | null; code: string } | null;
}

type State = PaymentState["payment_status"];
const failedAttempt = new Set(["failed", "cancelled", "expired", "to_refund", "refunded"]);

/** What became of an order's payment: `placed` is cash to be collected. */
export function paymentStatusOf({
  status,
  paymentMethod,
  attempt,
}: Pick<Row, "status" | "paymentMethod" | "attempt">): State {
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
      return failedAttempt.has(attempt?.status ?? "") ? "failed" : "pending";
  }
}

/** Why nothing was paid. While the order waits, what went wrong with the last attempt is what the shopper can act on. */
function failureFor({ status, paymentMethod, attempt }: Row, lang: Language): string {
  if (paymentMethod === "cod") return say(lang, `order_status.${status}`);
  if (attempt?.status === "to_refund" || attempt?.status === "refunded")
    return say(lang, "payment_result.given_back_text");
  if (status === "cancelled") return say(lang, "payment_result.expired_text");
  return attempt?.code ? say(lang, failureSentence(attempt.code)) : say(lang, "payment_result.failed_text");
}

function messageFor(row: Row, state: State, lang: Language): string {
  const amount = formatPrice(row.total, { code: "VND", rate: 1 });
  switch (state) {
    case "placed":
      return say(
        lang,
        row.shippingMethod === "local_pickup" ? "payment_result.cod_pickup_text" : "payment_result.cod_text",
        { amount },
      );
    case "completed":
      return say(lang, "payment_result.success_text");
    case "failed":
      return failureFor(row, lang);
    case "pending":
      return say(lang, row.status === "on-hold" ? "payment_result.on_hold_text" : "payment_result.pending_text");
  }
}

async function stateWhere(reader: Reader, where: Sql, lang: Language): Promise<PaymentState | null> {
  const row = await reader.one<Row>(sql`
    select o.id, o.status, o.payment_method "paymentMethod", o.shipping_method "shippingMethod", o.total, o.transaction_id "transactionId",
      o.created_at "createdAt", o.paid_at "paidAt",
      (select jsonb_build_object('status', p.status, 'settledAt', p.settled_at, 'code', p.code) from payment p
       where p.order_id = o.id order by (p.status = 'succeeded') desc, p.attempt desc limit 1) attempt
    from orders o where ${where} and o.status <> 'trash'`);
  if (!row) return null;
  const state = paymentStatusOf(row);
  const settledAt = row.attempt?.status === "succeeded" ? row.attempt.settledAt : null;
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
    message: messageFor(row, state, lang),
  };
}

/** The truth about the payment of one's own order, or null when there is no such order. */
export const paymentState = (
  reader: Reader,
  { orderId, customerId, lang }: { orderId: number; customerId: number; lang: Language },
): Promise<PaymentState | null> => stateWhere(reader, sql`o.id = ${orderId} and o.customer_id = ${customerId}`, lang);

/** The same for the shop itself, of whomever the order is. */
export const paymentStateOf = (reader: Reader, orderId: number): Promise<PaymentState | null> =>
  stateWhere(reader, sql`o.id = ${orderId}`, "vi");
