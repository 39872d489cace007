import { randomBytes } from "node:crypto";
import { UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { Attempt, PaymentStatusResult } from "../gateway.ts";
import { callVnpay, type VnpayAnswer } from "./call-vnpay.ts";
import { fromVnpayDate, toVnpayDate } from "./dates.ts";
import { isOfRefund, outcomeOfStatus } from "./outcomes.ts";
import { addressFor, type VnpaySettings } from "./pay-link.ts";
import { transactionNumber } from "./parse-ipn.ts";

/** What names a payment to VNPay: the date is the link's own, to the letter. */
export function namesOf(attempt: Attempt): Record<"vnp_TxnRef" | "vnp_TransactionDate" | "vnp_IpAddr", string> {
  const { vnp_CreateDate: sent, vnp_IpAddr: ip } = attempt.request;
  return {
    vnp_TxnRef: attempt.reference,
    vnp_TransactionDate: typeof sent === "string" ? sent : toVnpayDate(attempt.createdAt),
    vnp_IpAddr: addressFor(typeof ip === "string" ? ip : ""),
  };
}

/** querydr. @throws NoAnswer also where VNPay answers that it could not be asked */
export async function queryVnpay(settings: VnpaySettings, attempt: Attempt, now: Date): Promise<VnpayAnswer> {
  const answer = await callVnpay(settings, "querydr", {
    ...namesOf(attempt),
    vnp_RequestId: randomBytes(16).toString("hex"),
    vnp_OrderInfo: `Truy van GD ${attempt.reference}`,
    vnp_CreateDate: toVnpayDate(now),
  });
  if (!["00", "91"].includes(answer.vnp_ResponseCode))
    throw new UpstreamUnavailableError(`VNPay's querydr answers ${answer.vnp_ResponseCode}`);
  return answer;
}

/** What became of an attempt, in VNPay's own words. @throws NoAnswer */
export async function askVnpay(settings: VnpaySettings, attempt: Attempt, now: Date): Promise<PaymentStatusResult> {
  const answer = await queryVnpay(settings, attempt, now);
  const { vnp_TransactionStatus: status, vnp_TransactionType: type } = answer;
  if (answer.vnp_ResponseCode === "91")
    return { outcome: "unknown", money: null, transaction: "", code: "91", at: null, answer };
  const outcome = outcomeOfStatus(status, type);
  if (!outcome) throw new UpstreamUnavailableError(`VNPay's querydr answers with the status ${status}`);
  // the amount and the number of a refund are its own, not the payment's
  const ofRefund = isOfRefund(type);
  return {
    outcome,
    money:
      !ofRefund && /^\d{1,12}$/.test(answer.vnp_Amount)
        ? { currency: "VND", amount: Number(answer.vnp_Amount) / 100 }
        : null,
    transaction: ofRefund ? "" : transactionNumber(answer.vnp_TransactionNo),
    code: status,
    at: ofRefund ? null : fromVnpayDate(answer.vnp_PayDate),
    answer,
  };
}
