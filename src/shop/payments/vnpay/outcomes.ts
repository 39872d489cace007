import type { PaymentStatusResult } from "../gateway.ts";

type PaymentOutcome = PaymentStatusResult["outcome"];

/** `vnp_TransactionStatus`. 05, 06 and 09 are statuses of a refund, so the payment itself was paid. */
const byStatus: ReadonlyMap<string, PaymentOutcome> = new Map([
  ["00", "paid"],
  ["01", "pending"],
  ["02", "failed"],
  ["04", "failed"],
  ["05", "paid"],
  ["06", "paid"],
  ["07", "under_review"],
  ["09", "paid"],
]);

const refundTypes: readonly string[] = ["02", "03"];

/** Whether `vnp_TransactionType` is a refund's. */
export const isRefundType = (type: string): boolean => refundTypes.includes(type);

/** The outcome of a payment by querydr; null for an undocumented status. */
export const outcomeOfStatus = (status: string, type: string): PaymentOutcome | null =>
  isRefundType(type) ? "paid" : (byStatus.get(status) ?? null);

/**
 * The outcome by an IPN or a return; null if its two codes contradict each other, and VNPay has to be queried. Both
 * codes must claim success.
 * @param code `vnp_ResponseCode`
 * @param status `vnp_TransactionStatus`
 */
export function outcomeOfIpn(code: string, status: string): PaymentOutcome | null {
  if (code === "00") return ["05", "06", "09"].includes(status) ? null : (byStatus.get(status) ?? null);
  if (code === "07") return ["00", "07"].includes(status) ? "under_review" : null;
  if (status !== "02" && status !== "04" && status !== code) return null;
  return code === "24" ? "cancelled" : "failed";
}
