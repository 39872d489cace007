import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PaymentAttempt, PaymentStatusResult } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { type PaypalCapture, centsOf, approvalLink, PaypalOrder } from "./shapes.ts";
import { redact } from "./redact.ts";

/** An order, parsed and as received. */
export interface ParsedOrder {
  order: PaypalOrder;
  body: unknown;
}

/** @throws UpstreamUnavailableError if the body is not an order, or belongs to another attempt */
export function parseOrder(attempt: PaymentAttempt, body: unknown): ParsedOrder {
  const parsed = PaypalOrder.safeParse(body);
  if (!parsed.success) throw new UpstreamUnavailableError("PayPal: invalid order response");
  const [unit] = parsed.data.purchase_units;
  const isOtherAttempt = unit?.custom_id !== undefined && unit.custom_id !== attempt.reference;
  if (parsed.data.id !== attempt.gatewayId || isOtherAttempt)
    throw new UpstreamUnavailableError("PayPal: unexpected order id");
  return { order: parsed.data, body };
}

/** Fetches an attempt's order; null if PayPal has none. @throws UpstreamUnavailableError */
export async function fetchOrder(call: CallPaypal, attempt: PaymentAttempt): Promise<ParsedOrder | null> {
  if (attempt.gatewayId === null) return null;
  const { status, body } = await call(`/v2/checkout/orders/${encodeURIComponent(attempt.gatewayId)}`);
  if (status === 404) return null;
  if (status !== 200) throw new UpstreamUnavailableError(`PayPal returned HTTP ${status} for an order query`);
  return parseOrder(attempt, body);
}

const outcomes: ReadonlyMap<string, PaymentStatusResult["outcome"]> = new Map([
  ["COMPLETED", "paid"],
  ["PARTIALLY_REFUNDED", "paid"],
  ["REFUNDED", "paid"],
  ["PENDING", "under_review"],
  ["DECLINED", "failed"],
  ["FAILED", "failed"],
]);
const outcomePrecedence: readonly PaymentStatusResult["outcome"][] = ["paid", "under_review", "failed"];

export const capturesOf = ({ order }: ParsedOrder): PaypalCapture[] =>
  order.purchase_units[0]?.payments?.captures ?? [];

/** The capture that determines the status: a successful one takes precedence. */
export const relevantCapture = (parsed: ParsedOrder): PaypalCapture | undefined =>
  outcomePrecedence.flatMap((outcome) =>
    capturesOf(parsed).filter(({ status }) => outcomes.get(status) === outcome),
  )[0];

function timeOf(text: string | undefined): Date | null {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}

function captureStatus(capture: PaypalCapture, body: unknown): PaymentStatusResult {
  const outcome = outcomes.get(capture.status) ?? "pending";
  const cents = centsOf(capture.amount);
  if (cents === null) throw new UpstreamUnavailableError(`PayPal: unexpected currency ${capture.amount.currency_code}`);
  return {
    outcome,
    money: { currency: "USD", amount: cents },
    transaction: capture.id,
    code: outcome === "under_review" ? (capture.status_details?.reason ?? capture.status) : capture.status,
    at: outcome === "paid" ? timeOf(capture.create_time) : null,
    response: redact(body),
  };
}

/** A status without a transaction. With a link the shopper can still act. */
export function unpaidStatus(
  outcome: PaymentStatusResult["outcome"],
  code: string,
  body: unknown,
  link: string | null = null,
): PaymentStatusResult {
  const response = { ...redact(body), ...(link === null ? {} : { redirect_url: link }) };
  return { outcome, money: null, transaction: "", code, at: null, response };
}

/** The status of an order as fetched; captures nothing. @throws UpstreamUnavailableError for undocumented states */
export function statusOf(parsed: ParsedOrder): PaymentStatusResult {
  const { order, body } = parsed;
  const capture = relevantCapture(parsed);
  if (capture) return captureStatus(capture, body);
  switch (order.status) {
    case "CREATED":
    case "SAVED":
    case "APPROVED":
    case "PAYER_ACTION_REQUIRED":
      return unpaidStatus("pending", order.status, body, approvalLink(order));
    case "VOIDED":
      return unpaidStatus("cancelled", order.status, body);
    default:
      // COMPLETED without a capture in the response: incomplete
      throw new UpstreamUnavailableError(`PayPal: order ${order.status} with no capture`);
  }
}
