import { z } from "zod";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { VnpaySettings } from "./pay-link.ts";
import { isSigned, sign } from "./sign.ts";

/** An answer's fields in the order in which they are signed; a refund's answer has the first thirteen. */
const answerFields = [
  "vnp_ResponseId",
  "vnp_Command",
  "vnp_ResponseCode",
  "vnp_Message",
  "vnp_TmnCode",
  "vnp_TxnRef",
  "vnp_Amount",
  "vnp_BankCode",
  "vnp_PayDate",
  "vnp_TransactionNo",
  "vnp_TransactionType",
  "vnp_TransactionStatus",
  "vnp_OrderInfo",
  "vnp_PromotionCode",
  "vnp_PromotionAmount",
] as const;

const signedOf = {
  querydr: {
    request: [
      "vnp_RequestId",
      "vnp_Version",
      "vnp_Command",
      "vnp_TmnCode",
      "vnp_TxnRef",
      "vnp_TransactionDate",
      "vnp_CreateDate",
      "vnp_IpAddr",
      "vnp_OrderInfo",
    ],
    answer: answerFields,
  },
  refund: {
    request: [
      "vnp_RequestId",
      "vnp_Version",
      "vnp_Command",
      "vnp_TmnCode",
      "vnp_TransactionType",
      "vnp_TxnRef",
      "vnp_Amount",
      "vnp_TransactionNo",
      "vnp_TransactionDate",
      "vnp_CreateBy",
      "vnp_CreateDate",
      "vnp_IpAddr",
      "vnp_OrderInfo",
    ],
    answer: answerFields.slice(0, 13),
  },
} as const;

/** A field that is missing or null is signed as nothing at all. */
const Field = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null ? "" : String(value)));
const Answer = z.object({
  ...(Object.fromEntries(answerFields.map((name) => [name, Field])) as Record<
    (typeof answerFields)[number],
    typeof Field
  >),
  vnp_SecureHash: Field,
});

export type VnpayAnswer = Record<(typeof answerFields)[number], string>;

/** The request as it goes out, signature and all. */
export function signedRequest(
  settings: VnpaySettings,
  command: keyof typeof signedOf,
  fields: Record<string, string>,
): Record<string, string> {
  const body: Record<string, string> = {
    ...fields,
    vnp_Version: "2.1.0",
    vnp_Command: command,
    vnp_TmnCode: settings.tmnCode,
  };
  const signed = signedOf[command].request.map((name) => body[name] ?? "").join("|");
  return { ...body, vnp_SecureHash: sign(settings.hashSecret, signed) };
}

/**
 * Asks VNPay's server, once: a question that is repeated with its request id is a duplicate to it.
 * @param fields but for version, command, terminal and signature
 * @throws NoAnswer for silence, and for every answer that is not surely VNPay's answer to this
 */
export async function callVnpay(
  settings: VnpaySettings,
  command: keyof typeof signedOf,
  fields: Record<string, string>,
): Promise<VnpayAnswer> {
  const body = signedRequest(settings, command, fields);
  const { status, body: said } = await fetchJson(settings.apiUrl, {
    service: "vnpay",
    method: "POST",
    body,
    timeoutMs: 10_000,
    tries: 1,
  });
  const parsed = Answer.safeParse(said);
  if (status !== 200 || !parsed.success)
    throw new UpstreamUnavailableError(`VNPay's ${command} answers ${status} with no result`);
  const { vnp_SecureHash: hash, ...answer } = parsed.data;
  const text = signedOf[command].answer.map((name) => answer[name]).join("|");
  if (!isSigned(settings.hashSecret, text, hash))
    throw new UpstreamUnavailableError(`VNPay's ${command} answers ${answer.vnp_ResponseCode} without its signature`);
  const worked = answer.vnp_ResponseCode === "00";
  for (const name of ["vnp_TmnCode", "vnp_TxnRef"] as const) {
    const missing = answer[name] === "" && !worked;
    if (answer[name] !== body[name] && !missing)
      throw new UpstreamUnavailableError(`VNPay's ${command} answers about another ${name}`);
  }
  return answer;
}
