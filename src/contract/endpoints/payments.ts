import { z } from "zod";
import { call } from "../endpoint.ts";

const tag = "Payments";
const shared = { access: "anyone", tag } as const;

/** VNPay reads these two fields and nothing else. */
const NoticeAnswer = z.object({ RspCode: z.string(), Message: z.string() });

const coming = { ...shared, method: "GET", response: z.unknown(), page: true, limit: "returnByAddress" } as const;

/** What the gateways call, and where they send shoppers back to. */
export const paymentCalls = {
  vnpayNotice: call({
    ...shared,
    method: "GET",
    path: "/wp-json/lianne-vnpay/v1/ipn",
    summary: "VNPay's notices (IPN), signed; the answer is always 200 with VNPay's own code",
    response: NoticeAnswer,
  }),
  vnpayReturn: call({
    ...coming,
    path: "/wp-json/lianne-vnpay/v1/return",
    summary: "A shopper comes back from VNPay and is sent on to `/final-payment`",
  }),
  paypalReturn: call({
    ...coming,
    path: "/wp-json/lianne-paypal/v1/return",
    summary:
      "A shopper who has approved comes back from PayPal; what was approved is taken, then on to `/final-payment`",
  }),
  paypalCancel: call({
    ...coming,
    path: "/wp-json/lianne-paypal/v1/cancel",
    summary: "A shopper comes back from PayPal without having paid and is sent on to `/final-payment`",
  }),
  paypalNotice: call({
    ...shared,
    method: "POST",
    path: "/wp-json/lianne-paypal/v1/webhook",
    summary:
      "PayPal's notices (webhook), signed; 400 where the signature does not hold, 503 where it cannot be checked",
    body: z.unknown(),
    response: z.object({ status: z.string() }),
    rawBody: true,
    server: true,
  }),
};
