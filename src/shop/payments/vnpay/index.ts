import { vnpayMethod } from "#contract/payment-methods/vnpay.ts";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Gateway } from "../gateway.ts";
import { retrieveTransaction } from "./query-transaction.ts";
import { payLink, type VnpaySettings } from "./pay-link.ts";
import { retrieveVnpayRefund, refundVnpay } from "./refund-vnpay.ts";

export { parseVnpayIpn } from "./parse-ipn.ts";

/** VNPay PAY 2.1.0. @param publicUrl the shop's origin, for return URLs */
export const vnpayGateway = (
  settings: VnpaySettings,
  { clock, publicUrl }: { clock: Clock; publicUrl: string },
): Gateway => ({
  method: vnpayMethod.id,
  createPayment: async (input) => payLink(settings, publicUrl, input),
  retrievePayment: (attempt) => retrieveTransaction(settings, attempt, clock.now()),
  refund: (input) => refundVnpay(settings, input, clock.now()),
  retrieveRefund: (input) => retrieveVnpayRefund(settings, input, clock.now()),
});
