import { z } from "zod";
import { fetchJson, UpstreamUnavailableError } from "#shop/kernel/outbound/http-client.ts";
import type { VnpaySettings } from "./pay-link.ts";
import { isSigned, sign } from "./sign.ts";

/** A response's fields in the order of the signature; the response to a refund has the first thirteen. */
const responseFields = [
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

const signedFields = {
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
    response: responseFields,
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
    response: responseFields.slice(0, 13),
  },
} as const;

/** A missing or null field is signed as the empty string. */
const Field = z
  .union([z.string(), z.number(), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null ? "" : String(value)));
const ResponseBody = z.object({
  ...(Object.fromEntries(responseFields.map((name) => [name, Field])) as Record<
    (typeof responseFields)[number],
    typeof Field
  >),
  vnp_SecureHash: Field,
});

export type VnpayResponse = Record<(typeof responseFields)[number], string>;

/** The request body with its signature. */
export function signedRequest(
  settings: VnpaySettings,
  command: keyof typeof signedFields,
  fields: Record<string, string>,
): Record<string, string> {
  const body: Record<string, string> = {
    ...fields,
    vnp_Version: "2.1.0",
    vnp_Command: command,
    vnp_TmnCode: settings.tmnCode,
  };
  const signed = signedFields[command].request.map((name) => body[name] ?? "").join("|");
  return { ...body, vnp_SecureHash: sign(settings.hashSecret, signed) };
}

/**
 * Calls VNPay's API, without retries: VNPay rejects a repeated request id as a duplicate.
 * @param fields all but version, command, terminal and signature
 * @throws UpstreamUnavailableError for a timeout, and for any response that cannot be verified to belong to this
 *   request
 */
export async function callVnpay(
  settings: VnpaySettings,
  command: keyof typeof signedFields,
  fields: Record<string, string>,
): Promise<VnpayResponse> {
  const body = signedRequest(settings, command, fields);
  const { status, body: responseBody } = await fetchJson(settings.apiUrl, {
    service: "vnpay",
    method: "POST",
    body,
    timeoutMs: 10_000,
    tries: 1,
  });
  const parsed = ResponseBody.safeParse(responseBody);
  if (status !== 200 || !parsed.success)
    throw new UpstreamUnavailableError(`VNPay ${command}: invalid response, HTTP ${status}`);
  const { vnp_SecureHash: hash, ...response } = parsed.data;
  const text = signedFields[command].response.map((name) => response[name]).join("|");
  if (!isSigned(settings.hashSecret, text, hash))
    throw new UpstreamUnavailableError(
      `VNPay ${command}: missing or invalid signature of response ${response.vnp_ResponseCode}`,
    );
  const succeeded = response.vnp_ResponseCode === "00";
  for (const name of ["vnp_TmnCode", "vnp_TxnRef"] as const) {
    const missing = response[name] === "" && !succeeded;
    if (response[name] !== body[name] && !missing)
      throw new UpstreamUnavailableError(`VNPay ${command}: mismatched ${name}`);
  }
  return response;
}
