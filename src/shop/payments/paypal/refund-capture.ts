import { toUsdCents } from "#contract/money.ts";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { RefundInput, RefundStatusResult } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { capturesOf, fetchOrder } from "./read-order.ts";
import { refundName } from "./request-ids.ts";
import { centsOf, dollars, issueOf, Refund } from "./shapes.ts";
import { withoutPersons } from "./redact.ts";

const states: Readonly<Record<string, RefundStatusResult["state"]>> = {
  COMPLETED: "done",
  PENDING: "requested",
  FAILED: "failed",
  CANCELLED: "failed",
};

const failed = (code: string, said: unknown): RefundStatusResult => ({
  state: "failed",
  gatewayId: null,
  code,
  answer: withoutPersons(said),
});

/** @throws NoAnswer for what is no refund */
function verdictOf(said: unknown): RefundStatusResult {
  const refund = Refund.safeParse(said);
  const state = refund.success ? states[refund.data.status] : undefined;
  if (!refund.success || !state) throw new UpstreamUnavailableError("PayPal answers with something that is no refund");
  return { state, gatewayId: refund.data.id, code: refund.data.status, answer: withoutPersons(said) };
}

/** PayPal's refunds of an attempt so far, and what it can still give back, in cents; null where it does not say. */
async function standing(
  call: CallPaypal,
  { attempt }: RefundInput,
): Promise<{ refunds: Refund[]; left: number } | null> {
  const read = await fetchOrder(call, attempt);
  const capture = read && capturesOf(read).find(({ id }) => id === attempt.gatewayTransaction);
  if (!read || !capture) return null;
  const refunds = (read.order.purchase_units[0]?.payments?.refunds ?? []).filter(
    ({ status }) => states[status] !== "failed",
  );
  const sum = refunds.reduce((total, { amount }) => total + ((amount && centsOf(amount)) ?? 0), 0);
  return { refunds, left: Math.max((centsOf(capture.amount) ?? 0) - sum, 0) };
}

/**
 * Cents for a part of a payment, at the rate at which it was paid. Each part is rounded, so the last one takes what the
 * others left: no more than half a cent for each of them and for the whole.
 */
export function partInCents(
  amount: number,
  rate: number,
  { left, earlier }: { left: number; earlier: number },
): number {
  const cents = toUsdCents(amount, rate);
  const isLast = earlier > 0 && Math.abs(left - cents) <= Math.floor((earlier + 2) / 2);
  return isLast ? left : Math.min(cents, left);
}

/** The refund's amount: nothing is all of it. @returns the refund itself, where an earlier try has made it */
async function amountOf(
  call: CallPaypal,
  input: RefundInput,
  invoice: string,
): Promise<{ made: Refund } | { cents: number | null }> {
  const { attempt, refund } = input;
  if (refund.full) return { cents: null };
  const known = await standing(call, input);
  const made = known?.refunds.find((other) => other.invoice_id === invoice);
  if (made) return { made };
  const rate = attempt.usdRate ?? 0;
  const whole = attempt.amountUsdCents ?? 0;
  return {
    cents: partInCents(refund.amount, rate, { left: known?.left ?? whole, earlier: known?.refunds.length ?? 0 }),
  };
}

/**
 * Gives back a payment or a part of it. The same refund again is the same request, and none is made twice.
 * @throws NoAnswer
 */
export async function refundCapture(call: CallPaypal, input: RefundInput): Promise<RefundStatusResult> {
  const { attempt, refund } = input;
  if (!attempt.gatewayTransaction) return failed("NO_CAPTURE", {});
  const name = refundName(attempt, refund.id);
  const invoice = `LIANNE-${name}`;
  const amount = await amountOf(call, input, invoice);
  if ("made" in amount) return verdictOf(amount.made);
  if (amount.cents === 0) return failed("NOTHING_LEFT", {});
  const { status, body } = await call(
    `/v2/payments/captures/${encodeURIComponent(attempt.gatewayTransaction)}/refund`,
    {
      requestId: `lianne-ref-${name}`,
      body: { invoice_id: invoice, ...(amount.cents === null ? {} : { amount: dollars(amount.cents) }) },
      timeoutMs: 15_000,
    },
  );
  if (status === 200 || status === 201) return verdictOf(body);
  // its own answer to the same request is under way
  if (status === 409) throw new UpstreamUnavailableError("PayPal is still at the first of two equal refunds");
  return failed(issueOf(body), body);
}

/** What became of a refund. One without an id at PayPal is asked for again, which is the same request. @throws NoAnswer */
export async function askRefund(
  call: CallPaypal,
  input: RefundInput & { gatewayId: string | null },
): Promise<RefundStatusResult> {
  if (input.gatewayId === null) return refundCapture(call, input);
  const { status, body } = await call(`/v2/payments/refunds/${encodeURIComponent(input.gatewayId)}`);
  if (status === 404) return failed(issueOf(body), body);
  if (status !== 200) throw new UpstreamUnavailableError(`PayPal answers ${status} to a question about a refund`);
  return verdictOf(body);
}
