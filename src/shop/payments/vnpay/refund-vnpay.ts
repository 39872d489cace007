import { createHash } from "node:crypto";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import { t } from "#shop/kernel/http/messages.ts";
import type { RefundInput, RefundStatusResult } from "../gateway.ts";
import { namesOf, queryVnpay } from "./query-transaction.ts";
import { callVnpay, type VnpayAnswer } from "./call-vnpay.ts";
import { isSameDay, toVnpayDate } from "./dates.ts";
import { isOfRefund } from "./outcomes.ts";
import type { VnpaySettings } from "./pay-link.ts";
import { plainText } from "./plain-text.ts";
import { transactionNumber } from "./parse-ipn.ts";

/** One id for a refund however often it is sent, 32 characters, and none that another database of ours has used. */
export const refundRequestId = ({ attempt, refund }: RefundInput): string =>
  createHash("sha256")
    .update(`${attempt.reference}|${refund.id}|${refund.createdAt.toISOString()}`)
    .digest("hex")
    .slice(0, 32);

const states: Readonly<Record<string, RefundStatusResult["state"]>> = {
  "00": "done",
  "01": "requested",
  "02": "failed",
  "05": "requested",
  "06": "done",
  "09": "failed",
};

const verdict = (state: RefundStatusResult["state"], code: string, answer: VnpayAnswer): RefundStatusResult => ({
  state,
  gatewayId: transactionNumber(answer.vnp_TransactionNo) || null,
  code,
  answer,
});

/** What querydr tells of this refund; null where it tells of none, or of another one. */
async function seenRefund(settings: VnpaySettings, input: RefundInput, now: Date): Promise<RefundStatusResult | null> {
  const answer = await queryVnpay(settings, input.attempt, now);
  const { vnp_TransactionStatus: status, vnp_TransactionType: type, vnp_Amount: amount } = answer;
  if (answer.vnp_ResponseCode === "91") return verdict("failed", "91", answer);
  const number = transactionNumber(answer.vnp_TransactionNo);
  const isOthers = number !== input.attempt.gatewayTransaction && input.refund.others.includes(number);
  if (isOthers) return null;
  const known = isOfRefund(type) || ["05", "06", "09"].includes(status);
  const sums = ["", String(input.refund.amount * 100), String(input.attempt.amount * 100)];
  const state = states[status];
  return known && state && sums.includes(amount) ? verdict(state, status, answer) : null;
}

/** 00 is accepted, not given back: that is told later. @throws NoAnswer */
function readAnswer(answer: VnpayAnswer): RefundStatusResult {
  const { vnp_ResponseCode: code, vnp_TransactionStatus: status } = answer;
  if (code === "00") {
    const state = status === "06" || status === "09" ? states[status] : "requested";
    return verdict(state ?? "requested", status || code, answer);
  }
  if (code === "94") return { ...verdict("requested", code, answer), gatewayId: null };
  if (["02", "03", "91", "95", "97"].includes(code)) return { ...verdict("failed", code, answer), gatewayId: null };
  throw new UpstreamUnavailableError(`VNPay's refund answers ${code}`);
}

/**
 * Asks for a refund; the same one again is the same request. VNPay knows a request's id for its day only, so where it was
 * sent on an earlier day it is first asked whether the refund is there.
 * @throws NoAnswer
 */
export async function refundVnpay(settings: VnpaySettings, input: RefundInput, now: Date): Promise<RefundStatusResult> {
  const { attempt, refund } = input;
  if (refund.askedAt && !isSameDay(refund.askedAt, now)) {
    const seen = await seenRefund(settings, input, now);
    if (seen) return seen;
  }
  return readAnswer(
    await callVnpay(settings, "refund", {
      ...namesOf(attempt),
      vnp_RequestId: refundRequestId(input),
      vnp_TransactionType: refund.full ? "02" : "03",
      vnp_Amount: String(refund.amount * 100),
      vnp_TransactionNo: attempt.gatewayTransaction ?? "",
      vnp_OrderInfo: plainText(t("vi", "payment_gateway.refund", { order: attempt.orderId })),
      vnp_CreateBy: plainText(refund.by, 245) || "shop",
      vnp_CreateDate: toVnpayDate(now),
    }),
  );
}

/** What became of a refund; while VNPay tells nothing of it, it is still on its way. @throws NoAnswer */
export async function askVnpayRefund(
  settings: VnpaySettings,
  input: RefundInput & { gatewayId: string | null },
  now: Date,
): Promise<RefundStatusResult> {
  const seen = await seenRefund(settings, input, now);
  return seen
    ? { ...seen, gatewayId: seen.gatewayId ?? input.gatewayId }
    : { state: "requested", gatewayId: input.gatewayId, code: "", answer: {} };
}
