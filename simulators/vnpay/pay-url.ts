import { hashedText, queryHash, sameHash } from "./sign.ts";
import { readStamp } from "./stamp.ts";
import type { Transaction, Transactions } from "./transactions.ts";

export interface Terminal {
  tmnCode: string;
  hashSecret: string;
}

const minAmount = 5_000;
const tooMuch = 1_000_000_000;

/** The required fields, with the pattern of each. */
const shapes: Record<string, RegExp> = {
  vnp_Version: /^2\.1\.0$/,
  vnp_Command: /^pay$/,
  vnp_TmnCode: /^[A-Za-z0-9]{8}$/,
  vnp_Amount: /^\d{1,12}$/,
  vnp_CreateDate: /^\d{14}$/,
  vnp_ExpireDate: /^\d{14}$/,
  vnp_CurrCode: /^VND$/,
  vnp_IpAddr: /^[0-9A-Fa-f.:]{7,45}$/,
  vnp_Locale: /^(vn|en)$/,
  // no accents and no characters that are encoded differently by different libraries
  vnp_OrderInfo: /^[A-Za-z0-9 .,:_-]{1,255}$/,
  vnp_OrderType: /^[A-Za-z0-9]{1,100}$/,
  vnp_ReturnUrl: /^https?:\/\/.{2,247}$/,
  vnp_TxnRef: /^[A-Za-z0-9_-]{1,100}$/,
};

/** The error code of a payment URL; null if it is valid. */
function mistake(query: URLSearchParams, terminal: Terminal, now: Date): string | null {
  if (!sameHash(query.get("vnp_SecureHash") ?? "", queryHash(query, terminal.hashSecret))) return "70";
  if (query.get("vnp_TmnCode") !== terminal.tmnCode) return "72";
  for (const [name, shape] of Object.entries(shapes)) if (!shape.test(query.get(name) ?? "")) return "03";
  const amount = Number(query.get("vnp_Amount")) / 100;
  if (!Number.isInteger(amount) || amount < minAmount || amount >= tooMuch) return "04";
  const [created, expires] = ["vnp_CreateDate", "vnp_ExpireDate"].map((name) => readStamp(query.get(name) ?? ""));
  if (!created || !expires) return "03";
  return expires <= now || expires <= created ? "15" : null;
}

/**
 * Validates a payment URL as VNPay does, its signature first. The same URL again opens the same payment while that is
 * pending; a used reference with other fields, or of a finished payment, is rejected.
 * @returns the payment, or the code of the error page
 */
export function visit(
  query: URLSearchParams,
  terminal: Terminal,
  transactions: Transactions,
  now: Date,
): Transaction | string {
  const code = mistake(query, terminal, now);
  if (code !== null) return code;
  const text = (name: string): string => query.get(name) ?? "";
  const reference = text("vnp_TxnRef");
  const signedText = hashedText(query);
  const before = transactions.byReference(reference);
  if (before) return before.signedText === signedText && !before.result ? before : "01";
  return transactions.open({
    reference,
    amount: Number(text("vnp_Amount")) / 100,
    createDate: text("vnp_CreateDate"),
    expiresAt: readStamp(text("vnp_ExpireDate")) ?? now,
    locale: text("vnp_Locale") === "en" ? "en" : "vn",
    orderInfo: text("vnp_OrderInfo"),
    returnUrl: text("vnp_ReturnUrl"),
    signedText,
  });
}
