import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { Attempt, PaymentStatusResult } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { captureOf, fetchOrder, type ReadOrder, readOrder, unpaid, verdictOf } from "./read-order.ts";
import { captureId } from "./request-ids.ts";
import { issueOf, linkToPay, redirectOf } from "./shapes.ts";

const notYet = new Set(["ORDER_NOT_APPROVED", "ORDER_COMPLETION_IN_PROGRESS"]);

/** The order anew. @throws NoAnswer also where it is gone by now */
async function again(call: CallPaypal, attempt: Attempt): Promise<ReadOrder> {
  const read = await fetchOrder(call, attempt);
  if (!read) throw new UpstreamUnavailableError("PayPal's order was there, and is not any more");
  return read;
}

/** After a time-out nobody knows whether the money was taken: it counts only where the order shows it. */
async function afterSilence(
  call: CallPaypal,
  attempt: Attempt,
  silence: UpstreamUnavailableError,
): Promise<PaymentStatusResult> {
  const read = await again(call, attempt);
  if (!captureOf(read)) throw silence;
  return verdictOf(read);
}

/** Takes what the shopper has approved. The same attempt again is the same request. @throws NoAnswer */
async function take(call: CallPaypal, attempt: Attempt, approved: ReadOrder): Promise<PaymentStatusResult> {
  const path = `/v2/checkout/orders/${encodeURIComponent(approved.order.id)}/capture`;
  let answer: Awaited<ReturnType<CallPaypal>>;
  try {
    answer = await call(path, { requestId: captureId(attempt), body: {}, timeoutMs: 15_000, tries: 1 });
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return afterSilence(call, attempt, error);
    throw error;
  }
  const { status, body } = answer;
  if (status === 200 || status === 201) {
    const read = readOrder(attempt, body);
    return verdictOf(captureOf(read) ? read : await again(call, attempt));
  }
  if (status === 404) return unpaid("unknown", issueOf(body), body);
  if (status !== 422) throw new UpstreamUnavailableError(`PayPal answers ${status} to a capture`);
  const issue = issueOf(body);
  if (issue === "ORDER_ALREADY_CAPTURED") return verdictOf(await again(call, attempt));
  if (notYet.has(issue)) return unpaid("pending", issue, body);
  return unpaid("failed", issue, body, redirectOf(body) ?? linkToPay(approved.order));
}

/**
 * What became of an attempt.
 * @param wanted whether what has been approved is to be taken now
 * @throws NoAnswer
 */
export async function askOrder(call: CallPaypal, attempt: Attempt, wanted: boolean): Promise<PaymentStatusResult> {
  const read = await fetchOrder(call, attempt);
  if (!read) return unpaid("unknown", "RESOURCE_NOT_FOUND", {});
  if (wanted && read.order.status === "APPROVED" && !captureOf(read)) return take(call, attempt, read);
  return verdictOf(read);
}
