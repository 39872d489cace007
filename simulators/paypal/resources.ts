import { type Capture, money, type Order, type Refund } from "./store.ts";

type Link = { href: string; rel: string; method: string };
const link = (href: string, rel: string, method = "GET"): Link => ({ href, rel, method });
const time = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

export const orderAddress = (origin: string, { id }: Order): string => `${origin}/v2/checkout/orders/${id}`;

/** The approval link, with the relation that the order's kind uses. */
export const payerLink = (origin: string, { id, hasSource }: Order): Link =>
  link(`${origin}/checkoutnow?token=${id}`, hasSource ? "payer-action" : "approve");

/** The short form of an order in responses, unless the full representation is requested. */
export function shortOrder(origin: string, order: Order): Record<string, unknown> {
  const self = orderAddress(origin, order);
  const open = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED";
  const next =
    order.status === "COMPLETED" ? [] : [link(self, "update", "PATCH"), link(`${self}/capture`, "capture", "POST")];
  return {
    id: order.id,
    status: order.status,
    ...(order.hasSource ? { payment_source: { paypal: {} } } : {}),
    links: [link(self, "self"), ...(open ? [payerLink(origin, order)] : []), ...next],
  };
}

export function captureResource(origin: string, order: Order, capture: Capture): Record<string, unknown> {
  const self = `${origin}/v2/payments/captures/${capture.id}`;
  const { custom_id, invoice_id } = order.unit;
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.status === "PENDING" ? { status_details: { reason: "PENDING_REVIEW" } } : {}),
    amount: money(order, capture.cents),
    final_capture: true,
    seller_protection: { status: "ELIGIBLE", dispute_categories: ["ITEM_NOT_RECEIVED", "UNAUTHORIZED_TRANSACTION"] },
    ...(custom_id ? { custom_id } : {}),
    ...(invoice_id ? { invoice_id } : {}),
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: time(capture.at),
    update_time: time(capture.at),
    links: [link(self, "self"), link(`${self}/refund`, "refund", "POST"), link(orderAddress(origin, order), "up")],
  };
}

/** The full representation of an order. */
export function wholeOrder(origin: string, order: Order): Record<string, unknown> {
  const { unit, capture, refunds, payerId } = order;
  const payments = capture && {
    captures: [captureResource(origin, order, capture)],
    ...(refunds.length > 0 ? { refunds: refunds.map((refund) => refundResource(origin, order, refund)) } : {}),
  };
  const payer = payerId && {
    email_address: "buyer@example.com",
    payer_id: payerId,
    name: { given_name: "Ngọc", surname: "Trần" },
    address: { country_code: "VN" },
  };
  return {
    ...shortOrder(origin, order),
    intent: order.intent,
    purchase_units: [{ ...unit, payee: { merchant_id: "SIMULATOR0001" }, ...(payments ? { payments } : {}) }],
    ...(payer ? { payer } : {}),
    create_time: time(order.createdAt),
    update_time: time(capture?.at ?? order.createdAt),
  };
}

export function refundResource(origin: string, order: Order, refund: Refund): Record<string, unknown> {
  const { custom_id } = order.unit;
  return {
    id: refund.id,
    status: refund.status,
    amount: money(order, refund.cents),
    ...(custom_id ? { custom_id } : {}),
    ...(refund.invoiceId ? { invoice_id: refund.invoiceId } : {}),
    ...(refund.note ? { note_to_payer: refund.note } : {}),
    seller_payable_breakdown: {
      gross_amount: money(order, refund.cents),
      net_amount: money(order, refund.cents),
      total_refunded_amount: money(order, refund.cents),
    },
    create_time: time(refund.at),
    update_time: time(refund.at),
    links: [
      link(`${origin}/v2/payments/refunds/${refund.id}`, "self"),
      link(`${origin}/v2/payments/captures/${refund.capture.id}`, "up"),
    ],
  };
}
