import type { PaymentStatusResult } from "../gateway.ts";

type Outcome = PaymentStatusResult["outcome"];

/** `vnp_TransactionStatus`. 05, 06 and 09 tell of a refund: what is refunded, or was not, had been paid. */
const byStatus: Readonly<Record<string, Outcome>> = {
  "00": "paid",
  "01": "pending",
  "02": "failed",
  "04": "failed",
  "05": "paid",
  "06": "paid",
  "07": "held",
  "09": "paid",
};

const refundTypes: readonly string[] = ["02", "03"];

/** Whether an answer is about a refund of the payment: `vnp_TransactionType`. */
export const isOfRefund = (type: string): boolean => refundTypes.includes(type);

/** What querydr says became of a payment; null for a status that VNPay does not document. */
export const outcomeOfStatus = (status: string, type: string): Outcome | null =>
  isOfRefund(type) ? "paid" : (byStatus[status] ?? null);

/**
 * What an IPN or a return says; null where its two codes contradict each other, and VNPay is to be asked. Paid takes both.
 * @param code `vnp_ResponseCode`
 * @param status `vnp_TransactionStatus`
 */
export function outcomeOfNotice(code: string, status: string): Outcome | null {
  if (code === "00") return ["05", "06", "09"].includes(status) ? null : (byStatus[status] ?? null);
  if (code === "07") return ["00", "07"].includes(status) ? "held" : null;
  if (status !== "02" && status !== "04" && status !== code) return null;
  return code === "24" ? "cancelled" : "failed";
}
