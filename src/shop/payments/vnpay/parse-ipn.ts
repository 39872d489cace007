import { z } from "zod";
import type { WebhookEvent, PaymentStatusResult } from "../gateway.ts";
import { fromVnpayAmount } from "./amounts.ts";
import { fromVnpayDate } from "./dates.ts";
import { outcomeOfIpn } from "./outcomes.ts";
import type { VnpaySettings } from "./pay-link.ts";
import { isSigned, signedForm } from "./sign.ts";

const TwoDigits = z.string().regex(/^\d\d$/);

const Fields = z.object({
  vnp_TmnCode: z.string().min(1),
  vnp_Amount: z.string().regex(/^\d{1,12}$/),
  vnp_TxnRef: z.string().min(1).max(100),
  vnp_ResponseCode: TwoDigits,
  vnp_TransactionStatus: TwoDigits,
  vnp_TransactionNo: z
    .string()
    .regex(/^\d{0,15}$/)
    .catch(""),
  vnp_PayDate: z.string().catch(""),
});

/** VNPay's transaction number; VNPay sends 0 for none. */
export const transactionNumber = (text: string): string => (/^0*$/.test(text) ? "" : text);

function statusOf(fields: z.output<typeof Fields>, payload: Record<string, string>): PaymentStatusResult | null {
  const { vnp_ResponseCode: code, vnp_TransactionStatus: status } = fields;
  const outcome = outcomeOfIpn(code, status);
  return (
    outcome && {
      outcome,
      money: { currency: "VND", amount: fromVnpayAmount(fields.vnp_Amount) },
      transaction: transactionNumber(fields.vnp_TransactionNo),
      code: code === "00" ? status : code,
      at: fromVnpayDate(fields.vnp_PayDate),
      response: payload,
    }
  );
}

/** The `vnp_` parameters, or null for a duplicate name, as it would be ambiguous which value was signed. */
function pairsOf(rawQuery: string): Map<string, string> | null {
  const pairs = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQuery)) {
    if (!name.startsWith("vnp_")) continue;
    if (pairs.has(name)) return null;
    pairs.set(name, value);
  }
  return pairs;
}

/**
 * Parses an IPN of VNPay's server or a shopper's signed return; both have the same fields.
 * A return has the same meaning, but may be a replay of an old one: only an IPN settles a payment.
 * @param rawQuery the unparsed query, with or without its question mark
 */
export function parseVnpayIpn(settings: VnpaySettings, rawQuery: string): WebhookEvent {
  const pairs = pairsOf(rawQuery);
  if (!pairs) return { ok: false, reason: "malformed", payload: {} };
  const hash = pairs.get("vnp_SecureHash");
  pairs.delete("vnp_SecureHash");
  pairs.delete("vnp_SecureHashType");
  const payload = Object.fromEntries(pairs);
  if (!isSigned(settings.hashSecret, signedForm([...pairs]), hash)) return { ok: false, reason: "signature", payload };
  const fields = Fields.safeParse(payload);
  if (!fields.success || fields.data.vnp_TmnCode !== settings.tmnCode)
    return { ok: false, reason: "malformed", payload };
  const result = statusOf(fields.data, payload);
  return {
    ok: true,
    eventId: null,
    reference: fields.data.vnp_TxnRef,
    gatewayId: null,
    gatewayTransaction: transactionNumber(fields.data.vnp_TransactionNo) || null,
    gatewayRefund: null,
    subject: "payment",
    status: result,
    code: result?.code ?? `${fields.data.vnp_ResponseCode}/${fields.data.vnp_TransactionStatus}`,
    payload,
  };
}
