import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { Attempt, PaymentStatusResult } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { type Capture, centsOf, linkToPay, Order } from "./shapes.ts";
import { withoutPersons } from "./redact.ts";

/** An order as parsed, and as it came. */
export interface ReadOrder {
  order: Order;
  said: unknown;
}

/** @throws NoAnswer where it is no order, or not this attempt's */
export function readOrder(attempt: Attempt, said: unknown): ReadOrder {
  const parsed = Order.safeParse(said);
  if (!parsed.success) throw new UpstreamUnavailableError("PayPal answers with something that is no order");
  const [unit] = parsed.data.purchase_units;
  const another = unit?.custom_id !== undefined && unit.custom_id !== attempt.reference;
  if (parsed.data.id !== attempt.gatewayId || another)
    throw new UpstreamUnavailableError("PayPal answers with another order");
  return { order: parsed.data, said };
}

/** The order of an attempt; null where PayPal knows none. @throws NoAnswer */
export async function fetchOrder(call: CallPaypal, attempt: Attempt): Promise<ReadOrder | null> {
  if (attempt.gatewayId === null) return null;
  const { status, body } = await call(`/v2/checkout/orders/${encodeURIComponent(attempt.gatewayId)}`);
  if (status === 404) return null;
  if (status !== 200) throw new UpstreamUnavailableError(`PayPal answers ${status} to a question about an order`);
  return readOrder(attempt, body);
}

const outcomes: Readonly<Record<string, PaymentStatusResult["outcome"]>> = {
  COMPLETED: "paid",
  PARTIALLY_REFUNDED: "paid",
  REFUNDED: "paid",
  PENDING: "held",
  DECLINED: "failed",
  FAILED: "failed",
};
const best: readonly PaymentStatusResult["outcome"][] = ["paid", "held", "failed"];

export const capturesOf = ({ order }: ReadOrder): Capture[] => order.purchase_units[0]?.payments?.captures ?? [];

/** The one that counts of an order's captures: the one that brought money, if any did. */
export const captureOf = (read: ReadOrder): Capture | undefined =>
  best.flatMap((outcome) => capturesOf(read).filter(({ status }) => outcomes[status] === outcome))[0];

function timeOf(text: string | undefined): Date | null {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}

function ofCapture(capture: Capture, said: unknown): PaymentStatusResult {
  const outcome = outcomes[capture.status] ?? "pending";
  const cents = centsOf(capture.amount);
  if (cents === null) throw new UpstreamUnavailableError(`PayPal answers in ${capture.amount.currency_code}`);
  return {
    outcome,
    money: { currency: "USD", amount: cents },
    transaction: capture.id,
    code: outcome === "held" ? (capture.status_details?.reason ?? capture.status) : capture.status,
    at: outcome === "paid" ? timeOf(capture.create_time) : null,
    answer: withoutPersons(said),
  };
}

/** A verdict without any money having moved. With a link there is still something that the shopper can do. */
export function unpaid(
  outcome: PaymentStatusResult["outcome"],
  code: string,
  said: unknown,
  link: string | null = null,
): PaymentStatusResult {
  const answer = { ...withoutPersons(said), ...(link === null ? {} : { redirect_url: link }) };
  return { outcome, money: null, transaction: "", code, at: null, answer };
}

/** What an order says, as it stands: nothing is taken here. @throws NoAnswer for states that PayPal does not document */
export function verdictOf(read: ReadOrder): PaymentStatusResult {
  const { order, said } = read;
  const capture = captureOf(read);
  if (capture) return ofCapture(capture, said);
  switch (order.status) {
    case "CREATED":
    case "SAVED":
    case "APPROVED":
    case "PAYER_ACTION_REQUIRED":
      return unpaid("pending", order.status, said, linkToPay(order));
    case "VOIDED":
      return unpaid("cancelled", order.status, said);
    default:
      // COMPLETED without a capture included: not what was asked for
      throw new UpstreamUnavailableError(`PayPal's order is ${order.status}, and no money is there`);
  }
}
