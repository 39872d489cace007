import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Gateway } from "../gateway.ts";
import { askVnpay } from "./query-transaction.ts";
import { payLink, type VnpaySettings } from "./pay-link.ts";
import { askVnpayRefund, refundVnpay } from "./refund-vnpay.ts";

export { readVnpayNotice } from "./parse-ipn.ts";

/** VNPay PAY 2.1.0. @param publicUrl the shop's origin, where shoppers come back to */
export const vnpayGateway = (
  settings: VnpaySettings,
  { clock, publicUrl }: { clock: Clock; publicUrl: string },
): Gateway => ({
  method: "vnpay_visa",
  createPayment: async (input) => payLink(settings, publicUrl, input),
  retrievePayment: (attempt) => askVnpay(settings, attempt, clock.now()),
  refund: (input) => refundVnpay(settings, input, clock.now()),
  retrieveRefund: (input) => askVnpayRefund(settings, input, clock.now()),
});
