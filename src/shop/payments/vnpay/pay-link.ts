import type { Language } from "#contract/language.ts";
import { minuteMs } from "#shop/kernel/base/clock.ts";
import type { Config } from "#shop/kernel/base/config.ts";
import { t } from "#shop/kernel/request/messages.ts";
import type { CreatePaymentInput, PaymentSession } from "../gateway.ts";
import { toVnpayAmount } from "./amounts.ts";
import { toVnpayDate } from "./dates.ts";
import { plainText } from "./plain-text.ts";
import { sign, signedForm } from "./sign.ts";

export type VnpaySettings = NonNullable<Config["vnpay"]>;

const locales: Record<Language, string> = { vi: "vn", en: "en" };
const linkMs = 15 * minuteMs;

/** VNPay requires 7 to 45 characters, and `::1` is too short. An IPv4 address is sent without its IPv6 prefix. */
export function addressFor(ip: string): string {
  const bare = ip.replace(/^::ffff:(?=\d+\.)/i, "").split("%")[0] ?? "";
  return bare.length >= 7 && bare.length <= 45 ? bare : "127.0.0.1";
}

/**
 * Builds the payment link of an attempt, valid for 15 minutes. Deterministic per attempt; sends no request.
 * @param publicUrl the shop's origin, for the return URL
 */
export function payLink(
  settings: VnpaySettings,
  publicUrl: string,
  { attempt, lang, ip }: CreatePaymentInput,
): PaymentSession {
  const createDate = toVnpayDate(attempt.createdAt);
  const expireDate = toVnpayDate(attempt.expiresAt ?? new Date(attempt.createdAt.getTime() + linkMs));
  const address = addressFor(ip);
  const form = signedForm([
    ["vnp_Version", "2.1.0"],
    ["vnp_Command", "pay"],
    ["vnp_TmnCode", settings.tmnCode],
    ["vnp_Amount", toVnpayAmount(attempt.amount)],
    ["vnp_CreateDate", createDate],
    ["vnp_ExpireDate", expireDate],
    ["vnp_CurrCode", "VND"],
    ["vnp_IpAddr", address],
    ["vnp_Locale", locales[lang]],
    ["vnp_OrderInfo", plainText(t(lang, "payment_gateway.order", { order: attempt.orderId }))],
    ["vnp_OrderType", "other"],
    ["vnp_ReturnUrl", `${publicUrl}/wp-json/lianne-vnpay/v1/return`],
    ["vnp_TxnRef", attempt.reference],
  ]);
  const payUrl = `${settings.payUrl}?${form}&vnp_SecureHash=${sign(settings.hashSecret, form)}`;
  return {
    payUrl,
    gatewayId: null,
    request: {
      vnp_CreateDate: createDate,
      vnp_ExpireDate: expireDate,
      vnp_IpAddr: address,
      pay_url: payUrl,
    },
  };
}
