import { randomBytes } from "node:crypto";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { PaymentAttempt, PaymentStatusResult } from "../gateway.ts";
import { fromVnpayAmount } from "./amounts.ts";
import { callVnpay, type VnpayResponse } from "./call-vnpay.ts";
import { fromVnpayDate, toVnpayDate } from "./dates.ts";
import { isRefundType, outcomeOfStatus } from "./outcomes.ts";
import { addressFor, type VnpaySettings } from "./pay-link.ts";
import { transactionNumber } from "./parse-ipn.ts";

/** The fields that identify a payment to VNPay; the date must be exactly that of the payment link. */
export function transactionFields(
  attempt: PaymentAttempt,
): Record<"vnp_TxnRef" | "vnp_TransactionDate" | "vnp_IpAddr", string> {
  const { vnp_CreateDate: sent, vnp_IpAddr: ip } = attempt.request;
  return {
    vnp_TxnRef: attempt.reference,
    vnp_TransactionDate: typeof sent === "string" ? sent : toVnpayDate(attempt.createdAt),
    vnp_IpAddr: addressFor(typeof ip === "string" ? ip : ""),
  };
}

/** Calls querydr. @throws UpstreamUnavailableError also if VNPay reports that the query failed */
export async function queryVnpay(settings: VnpaySettings, attempt: PaymentAttempt, now: Date): Promise<VnpayResponse> {
  const response = await callVnpay(settings, "querydr", {
    ...transactionFields(attempt),
    vnp_RequestId: randomBytes(16).toString("hex"),
    vnp_OrderInfo: `Truy van GD ${attempt.reference}`,
    vnp_CreateDate: toVnpayDate(now),
  });
  if (!["00", "91"].includes(response.vnp_ResponseCode))
    throw new UpstreamUnavailableError(`VNPay querydr: response code ${response.vnp_ResponseCode}`);
  return response;
}

/** Gets the status of an attempt. @throws UpstreamUnavailableError */
export async function retrieveTransaction(
  settings: VnpaySettings,
  attempt: PaymentAttempt,
  now: Date,
): Promise<PaymentStatusResult> {
  const response = await queryVnpay(settings, attempt, now);
  const { vnp_TransactionStatus: status, vnp_TransactionType: type } = response;
  if (response.vnp_ResponseCode === "91")
    return { outcome: "unknown", money: null, transaction: "", code: "91", at: null, response };
  const outcome = outcomeOfStatus(status, type);
  if (!outcome) throw new UpstreamUnavailableError(`VNPay querydr: unknown transaction status ${status}`);
  // amount and transaction number of a refund are not those of the payment
  const isRefund = isRefundType(type);
  return {
    outcome,
    money:
      !isRefund && /^\d{1,12}$/.test(response.vnp_Amount)
        ? { currency: "VND", amount: fromVnpayAmount(response.vnp_Amount) }
        : null,
    transaction: isRefund ? "" : transactionNumber(response.vnp_TransactionNo),
    code: status,
    at: isRefund ? null : fromVnpayDate(response.vnp_PayDate),
    response,
  };
}
