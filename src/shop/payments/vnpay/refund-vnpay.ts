import { createHash } from "node:crypto";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { RefundInput, RefundStatusResult } from "../gateway.ts";
import { transactionFields, queryVnpay } from "./query-transaction.ts";
import { toVnpayAmount } from "./amounts.ts";
import { callVnpay, type VnpayResponse } from "./call-vnpay.ts";
import { toVnpayDate } from "./dates.ts";
import { isRefundType } from "./outcomes.ts";
import type { VnpaySettings } from "./pay-link.ts";
import { plainText } from "./plain-text.ts";
import { transactionNumber } from "./parse-ipn.ts";

/** Stable request id of a refund, 32 characters, unique across databases. */
export const refundRequestId = ({ attempt, refund }: RefundInput): string =>
  createHash("sha256")
    .update(`${attempt.reference}|${refund.id}|${refund.createdAt.toISOString()}`)
    .digest("hex")
    .slice(0, 32);

const states: ReadonlyMap<string, RefundStatusResult["state"]> = new Map([
  ["00", "done"],
  ["01", "requested"],
  ["02", "failed"],
  ["05", "requested"],
  ["06", "done"],
  ["09", "failed"],
]);

const refundStatus = (
  state: RefundStatusResult["state"],
  code: string,
  response: VnpayResponse,
): RefundStatusResult => ({
  state,
  gatewayId: transactionNumber(response.vnp_TransactionNo) || null,
  code,
  response,
});

/** Finds this refund by querydr; null if VNPay reports none, or another one. */
async function findRefund(settings: VnpaySettings, input: RefundInput, now: Date): Promise<RefundStatusResult | null> {
  const response = await queryVnpay(settings, input.attempt, now);
  const { vnp_TransactionStatus: status, vnp_TransactionType: type, vnp_Amount: amount } = response;
  if (response.vnp_ResponseCode === "91") return refundStatus("failed", "91", response);
  const number = transactionNumber(response.vnp_TransactionNo);
  const isOtherRefund = number !== input.attempt.gatewayTransaction && input.refund.otherRefundIds.includes(number);
  if (isOtherRefund) return null;
  const isRefund = isRefundType(type) || ["05", "06", "09"].includes(status);
  const sums = ["", toVnpayAmount(input.refund.amount), toVnpayAmount(input.attempt.amount)];
  const state = states.get(status);
  return isRefund && state && sums.includes(amount) ? refundStatus(state, status, response) : null;
}

/** Code 00 means accepted, not refunded; the result is polled later. @throws UpstreamUnavailableError */
function parseRefundResponse(response: VnpayResponse): RefundStatusResult {
  const { vnp_ResponseCode: code, vnp_TransactionStatus: status } = response;
  if (code === "00") {
    const state = status === "06" || status === "09" ? states.get(status) : "requested";
    return refundStatus(state ?? "requested", status || code, response);
  }
  if (code === "94") return { ...refundStatus("requested", code, response), gatewayId: null };
  if (["02", "03", "91", "95", "97"].includes(code))
    return { ...refundStatus("failed", code, response), gatewayId: null };
  throw new UpstreamUnavailableError(`VNPay responded to a refund with ${code}`);
}

/**
 * Requests a refund. Idempotent: a refund that was sent before is first looked up by querydr. The request id alone does
 * not suffice, since VNPay remembers it for one day, and its clock may begin the next day before ours.
 * @throws UpstreamUnavailableError
 */
export async function refundVnpay(settings: VnpaySettings, input: RefundInput, now: Date): Promise<RefundStatusResult> {
  const { attempt, refund } = input;
  if (refund.requestedAt) {
    const found = await findRefund(settings, input, now);
    if (found) return found;
  }
  return parseRefundResponse(
    await callVnpay(settings, "refund", {
      ...transactionFields(attempt),
      vnp_RequestId: refundRequestId(input),
      vnp_TransactionType: refund.isFull ? "02" : "03",
      vnp_Amount: toVnpayAmount(refund.amount),
      vnp_TransactionNo: attempt.gatewayTransaction ?? "",
      vnp_OrderInfo: plainText(t("vi", "payment_gateway.refund", { order: attempt.orderId })),
      vnp_CreateBy: plainText(refund.requestedBy, 245) || "shop",
      vnp_CreateDate: toVnpayDate(now),
    }),
  );
}

/** Gets the status of a refund; pending while VNPay reports nothing about it. @throws UpstreamUnavailableError */
export async function retrieveVnpayRefund(
  settings: VnpaySettings,
  input: RefundInput & { gatewayId: string | null },
  now: Date,
): Promise<RefundStatusResult> {
  const found = await findRefund(settings, input, now);
  return found
    ? { ...found, gatewayId: found.gatewayId ?? input.gatewayId }
    : { state: "requested", gatewayId: input.gatewayId, code: "", response: {} };
}
