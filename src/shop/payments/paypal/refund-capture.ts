import { optionalRows } from "#contract/lenient.ts";
import { type Dong, max, min, subtract, sum, toUsdCents, type UsdCents, usdCents } from "#contract/money.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { RefundInput, RefundStatusResult } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { capturesOf, fetchOrder } from "./read-order.ts";
import { refundKey } from "./request-ids.ts";
import { centsOf, dollars, issueOf, PaypalRefund } from "./shapes.ts";
import { redact } from "./redact.ts";

const states: ReadonlyMap<string, RefundStatusResult["state"]> = new Map([
  ["COMPLETED", "done"],
  ["PENDING", "requested"],
  ["FAILED", "failed"],
  ["CANCELLED", "failed"],
]);

const failed = (code: string, body: unknown): RefundStatusResult => ({
  state: "failed",
  gatewayId: null,
  code,
  response: redact(body),
});

/** @throws UpstreamUnavailableError if the body is not a refund */
function parseRefund(body: unknown): RefundStatusResult {
  const refund = PaypalRefund.safeParse(body);
  const state = refund.success ? states.get(refund.data.status) : undefined;
  if (!refund.success || !state) throw new UpstreamUnavailableError("PayPal: invalid refund response");
  return { state, gatewayId: refund.data.id, code: refund.data.status, response: redact(body) };
}

/**
 * PayPal's refunds of an attempt so far, and the refundable rest; null if the capture is not in the response.
 * @throws UpstreamUnavailableError also for a refund that cannot be read
 */
async function fetchRefundState(
  call: CallPaypal,
  { attempt }: RefundInput,
): Promise<{ refunds: PaypalRefund[]; remainingCents: UsdCents } | null> {
  const read = await fetchOrder(call, attempt);
  const capture = read && capturesOf(read).find(({ id }) => id === attempt.gatewayTransaction);
  if (!read || !capture) return null;
  const reported = optionalRows(PaypalRefund).safeParse(read.order.purchase_units[0]?.payments?.refunds);
  if (!reported.success) throw new UpstreamUnavailableError("PayPal: invalid refunds in an order response");
  const refunds = reported.data.filter(({ status }) => states.get(status) !== "failed");
  const refunded = sum(refunds.map(({ amount }) => (amount && centsOf(amount)) ?? usdCents(0)));
  const captured = centsOf(capture.amount) ?? usdCents(0);
  return { refunds, remainingCents: max(usdCents(0), subtract(captured, refunded)) };
}

/**
 * Converts a partial refund to cents at the payment's rate. Each part is rounded, so the last one takes the exact rest,
 * if that differs by at most half a cent per part.
 */
export function partInCents(
  amount: Dong,
  rate: number,
  { remainingCents, earlierCount }: { remainingCents: UsdCents; earlierCount: number },
): UsdCents {
  const cents = toUsdCents(amount, rate);
  const isLast = earlierCount > 0 && Math.abs(remainingCents - cents) <= Math.floor((earlierCount + 2) / 2);
  return isLast ? remainingCents : min(cents, remainingCents);
}

/** The amount to refund, null for all of it. @returns the existing refund, if an earlier try has created it */
async function amountOf(
  call: CallPaypal,
  input: RefundInput,
  invoice: string,
): Promise<{ existing: PaypalRefund } | { cents: UsdCents | null }> {
  const { attempt, refund } = input;
  if (refund.isFull) return { cents: null };
  const known = await fetchRefundState(call, input);
  const existing = known?.refunds.find((other) => other.invoice_id === invoice);
  if (existing) return { existing };
  const rate = attempt.usdRate ?? 0;
  const whole = attempt.amountUsdCents ?? usdCents(0);
  return {
    cents: partInCents(refund.amount, rate, {
      remainingCents: known?.remainingCents ?? whole,
      earlierCount: known?.refunds.length ?? 0,
    }),
  };
}

/**
 * Refunds a payment or a part of it. Idempotent per refund.
 * @throws UpstreamUnavailableError
 */
export async function refundCapture(call: CallPaypal, input: RefundInput): Promise<RefundStatusResult> {
  const { attempt, refund } = input;
  if (!attempt.gatewayTransaction) return failed("NO_CAPTURE", {});
  const name = refundKey(attempt, refund.id);
  const invoice = `LIANNE-${name}`;
  const amount = await amountOf(call, input, invoice);
  if ("existing" in amount) return parseRefund(amount.existing);
  if (amount.cents === 0) return failed("NOTHING_LEFT", {});
  const { status, body } = await call(
    `/v2/payments/captures/${encodeURIComponent(attempt.gatewayTransaction)}/refund`,
    {
      requestId: `lianne-ref-${name}`,
      body: { invoice_id: invoice, ...(amount.cents === null ? {} : { amount: dollars(amount.cents) }) },
      timeoutMs: 15_000,
    },
  );
  if (status === 200 || status === 201) return parseRefund(body);
  // an identical request is in progress
  if (status === 409) throw new UpstreamUnavailableError("PayPal is still processing a refund with this id");
  return failed(issueOf(body), body);
}

/**
 * Gets the status of a refund. One without PayPal's id is sent again, which is idempotent. @throws
 * UpstreamUnavailableError
 */
export async function retrieveRefund(
  call: CallPaypal,
  input: RefundInput & { gatewayId: string | null },
): Promise<RefundStatusResult> {
  if (input.gatewayId === null) return refundCapture(call, input);
  const { status, body } = await call(`/v2/payments/refunds/${encodeURIComponent(input.gatewayId)}`);
  if (status === 404) return failed(issueOf(body), body);
  if (status !== 200) throw new UpstreamUnavailableError(`PayPal returned HTTP ${status} for a refund query`);
  return parseRefund(body);
}
