import { z } from "zod";
import type { WebhookEvent, PaymentStatusResult } from "../gateway.ts";
import { fromVnpayDate } from "./dates.ts";
import { outcomeOfNotice } from "./outcomes.ts";
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
    .default(""),
  vnp_PayDate: z.string().default(""),
});

/** VNPay's number of a payment; it writes 0 where there is none. */
export const transactionNumber = (text: string): string => (/^0*$/.test(text) ? "" : text);

function verdictOf(fields: z.output<typeof Fields>, payload: Record<string, string>): PaymentStatusResult | null {
  const { vnp_ResponseCode: code, vnp_TransactionStatus: status } = fields;
  const outcome = outcomeOfNotice(code, status);
  return (
    outcome && {
      outcome,
      money: { currency: "VND", amount: Number(fields.vnp_Amount) / 100 },
      transaction: transactionNumber(fields.vnp_TransactionNo),
      code: code === "00" ? status : code,
      at: fromVnpayDate(fields.vnp_PayDate),
      answer: payload,
    }
  );
}

/** The `vnp_` pairs, or null when one comes twice: which of the two was signed is then anybody's choice. */
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
 * Reads what VNPay's server says (IPN), or a shopper's browser brings back with its signature (return): the same fields.
 * A return says what happened as the IPN does, but may be an old one: only an IPN settles.
 * @param rawQuery the query as it came, with or without its question mark
 */
export function readVnpayNotice(settings: VnpaySettings, rawQuery: string): WebhookEvent {
  const pairs = pairsOf(rawQuery);
  if (!pairs) return { ok: false, because: "malformed", payload: {} };
  const hash = pairs.get("vnp_SecureHash");
  pairs.delete("vnp_SecureHash");
  pairs.delete("vnp_SecureHashType");
  const payload = Object.fromEntries(pairs);
  if (!isSigned(settings.hashSecret, signedForm([...pairs]), hash)) return { ok: false, because: "signature", payload };
  const fields = Fields.safeParse(payload);
  if (!fields.success || fields.data.vnp_TmnCode !== settings.tmnCode)
    return { ok: false, because: "malformed", payload };
  const verdict = verdictOf(fields.data, payload);
  return {
    ok: true,
    eventId: null,
    reference: fields.data.vnp_TxnRef,
    gatewayId: null,
    gatewayTransaction: transactionNumber(fields.data.vnp_TransactionNo) || null,
    gatewayRefund: null,
    about: "payment",
    verdict,
    code: verdict?.code ?? `${fields.data.vnp_ResponseCode}/${fields.data.vnp_TransactionStatus}`,
    payload,
  };
}
