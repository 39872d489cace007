import { paypalMethod } from "#contract/payment-methods/paypal.ts";
import type { Logger } from "pino";
import type { Clock } from "#shop/kernel/base/clock.ts";
import type { Gateway } from "../gateway.ts";
import { retrieveOrder } from "./query-order.ts";
import { createOrder } from "./create-order.ts";
import { openPaypalApi, type PaypalSettings } from "./paypal-api.ts";
import { retrieveRefund, refundCapture } from "./refund-capture.ts";

export { parsePaypalWebhook } from "./parse-webhook.ts";

/** PayPal Orders v2, in US dollars. @param publicUrl the shop's origin, for return URLs */
export function paypalGateway(
  settings: PaypalSettings,
  { clock, publicUrl, log }: { clock: Clock; publicUrl: string; log: Logger },
): Gateway {
  const call = openPaypalApi(settings, { clock, log });
  return {
    method: paypalMethod.id,
    createPayment: (input) => createOrder(call, publicUrl, input),
    retrievePayment: (attempt, { capture }) => retrieveOrder(call, attempt, capture),
    refund: (input) => refundCapture(call, input),
    retrieveRefund: (input) => retrieveRefund(call, input),
  };
}
