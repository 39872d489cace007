import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PaymentAttempt, PaymentStatusResult } from "../gateway.ts";
import type { CallPaypal } from "./paypal-api.ts";
import { relevantCapture, fetchOrder, type ParsedOrder, parseOrder, unpaidStatus, statusOf } from "./read-order.ts";
import { captureRequestId } from "./request-ids.ts";
import { detailedIssue, issueOf, approvalLink, redirectLink } from "./shapes.ts";

const retryableIssues = new Set(["ORDER_NOT_APPROVED", "ORDER_COMPLETION_IN_PROGRESS"]);

/** Fetches the order again. @throws UpstreamUnavailableError also if it no longer exists */
async function refetchOrder(call: CallPaypal, attempt: PaymentAttempt): Promise<ParsedOrder> {
  const read = await fetchOrder(call, attempt);
  if (!read) throw new UpstreamUnavailableError("PayPal order no longer exists");
  return read;
}

/** Without a readable response it is unknown whether the capture succeeded: it counts only if the order shows it. */
async function recoverCapture(
  call: CallPaypal,
  attempt: PaymentAttempt,
  error: UpstreamUnavailableError,
): Promise<PaymentStatusResult> {
  const read = await refetchOrder(call, attempt);
  if (!relevantCapture(read)) throw error;
  return statusOf(read);
}

/** Captures an approved payment. Idempotent per attempt. @throws UpstreamUnavailableError */
async function captureOrder(
  call: CallPaypal,
  attempt: PaymentAttempt,
  approved: ParsedOrder,
): Promise<PaymentStatusResult> {
  const path = `/v2/checkout/orders/${encodeURIComponent(approved.order.id)}/capture`;
  let response: Awaited<ReturnType<CallPaypal>>;
  try {
    response = await call(path, { requestId: captureRequestId(attempt), body: {}, timeoutMs: 15_000, tries: 1 });
  } catch (error) {
    if (error instanceof UpstreamUnavailableError) return recoverCapture(call, attempt, error);
    throw error;
  }
  const { status, body } = response;
  if (status === 200 || status === 201) {
    const read = parseOrder(attempt, body);
    return statusOf(relevantCapture(read) ? read : await refetchOrder(call, attempt));
  }
  if (status === 404) return unpaidStatus("unknown", issueOf(body), body);
  if (status !== 422) throw new UpstreamUnavailableError(`PayPal returned HTTP ${status} for a capture`);
  const issue = detailedIssue(body);
  // without an issue it is unknown whether the order has been captured already
  if (issue === null)
    return recoverCapture(call, attempt, new UpstreamUnavailableError("PayPal: error response without an issue"));
  if (issue === "ORDER_ALREADY_CAPTURED") return statusOf(await refetchOrder(call, attempt));
  if (retryableIssues.has(issue)) return unpaidStatus("pending", issue, body);
  return unpaidStatus("failed", issue, body, redirectLink(body) ?? approvalLink(approved.order));
}

/**
 * Gets the status of an attempt.
 * @param capture whether an approved payment is captured now
 * @throws UpstreamUnavailableError
 */
export async function retrieveOrder(
  call: CallPaypal,
  attempt: PaymentAttempt,
  capture: boolean,
): Promise<PaymentStatusResult> {
  const read = await fetchOrder(call, attempt);
  if (!read) return unpaidStatus("unknown", "RESOURCE_NOT_FOUND", {});
  if (capture && read.order.status === "APPROVED" && !relevantCapture(read)) return captureOrder(call, attempt, read);
  return statusOf(read);
}
