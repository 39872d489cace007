import type { Language } from "#contract/language.ts";
import { formatPrice } from "#contract/money.ts";
import type { OrderStatus, PaymentState, ShippingMethod } from "#contract/order.ts";
import { type Reader, sql } from "#shop/kernel/database.ts";
import { say } from "#shop/kernel/sentences.ts";

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
  attempt: { status: string; settledAt: string | null } | null;
}

type State = PaymentState["payment_status"];
const failedAttempt = new Set(["failed", "cancelled", "expired"]);

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
      if (row.paymentMethod === "cod") return say(lang, `order_status.${row.status}`);
      return say(lang, row.status === "cancelled" ? "payment_result.expired_text" : "payment_result.failed_text");
    case "pending":
      return say(lang, row.status === "on-hold" ? "payment_result.on_hold_text" : "payment_result.pending_text");
  }
}

/** The truth about the payment of one's own order, or null when there is no such order. */
export async function paymentState(
  reader: Reader,
  { orderId, customerId, lang }: { orderId: number; customerId: number; lang: Language },
): Promise<PaymentState | null> {
  const row = await reader.one<Row>(sql`
    select o.id, o.status, o.payment_method "paymentMethod", o.shipping_method "shippingMethod", o.total, o.transaction_id "transactionId",
      o.created_at "createdAt", o.paid_at "paidAt",
      (select jsonb_build_object('status', p.status, 'settledAt', p.settled_at) from payment p
       where p.order_id = o.id order by (p.status = 'succeeded') desc, p.attempt desc limit 1) attempt
    from orders o where o.id = ${orderId} and o.customer_id = ${customerId} and o.status <> 'trash'`);
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
