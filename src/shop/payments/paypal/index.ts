import type { Logger } from "pino";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Gateway } from "../gateway.ts";
import { askOrder } from "./ask-order.ts";
import { createOrder } from "./create-order.ts";
import { openPaypalApi, type PaypalSettings } from "./paypal-api.ts";
import { askRefund, refundCapture } from "./refund-capture.ts";

export { readPaypalNotice } from "./parse-webhook.ts";

/** PayPal Orders v2, in US dollars. @param publicUrl the shop's origin, where shoppers come back to */
export function paypalGateway(
  settings: PaypalSettings,
  { clock, publicUrl, log }: { clock: Clock; publicUrl: string; log: Logger },
): Gateway {
  const call = openPaypalApi(settings, { clock, log });
  return {
    method: "paypal",
    createPayment: (input) => createOrder(call, publicUrl, input),
    retrievePayment: (attempt, { take }) => askOrder(call, attempt, take),
    refund: (input) => refundCapture(call, input),
    retrieveRefund: (input) => askRefund(call, input),
  };
}
