import { z } from "zod";
import { defineEndpoint } from "../endpoint.ts";

const tag = "Payments";
const shared = { access: "anyone", tag, priority: "paying" } as const;

/** VNPay reads these two fields and nothing else. */
const IpnResponse = z.object({ RspCode: z.string(), Message: z.string() });

const browserReturn = {
  ...shared,
  method: "GET",
  response: z.unknown(),
  page: true,
  limit: "returnByAddress",
} as const;

/** Webhooks of the gateways, and the URLs to which they redirect shoppers. */
export const paymentEndpoints = {
  vnpayIpn: defineEndpoint({
    ...shared,
    method: "GET",
    path: "/wp-json/lianne-vnpay/v1/ipn",
    summary: "Receive VNPay's payment notifications (IPN), signed; the status is always 200, with a code for VNPay",
    response: IpnResponse,
  }),
  vnpayReturn: defineEndpoint({
    ...browserReturn,
    path: "/wp-json/lianne-vnpay/v1/return",
    summary: "Return URL of VNPay; redirects the shopper to `/final-payment`",
  }),
  paypalReturn: defineEndpoint({
    ...browserReturn,
    path: "/wp-json/lianne-paypal/v1/return",
    summary: "Return URL of PayPal; captures the approved payment and redirects the shopper to `/final-payment`",
  }),
  paypalCancel: defineEndpoint({
    ...browserReturn,
    path: "/wp-json/lianne-paypal/v1/cancel",
    summary: "Cancel URL of PayPal; redirects the shopper to `/final-payment`",
  }),
  paypalWebhook: defineEndpoint({
    ...shared,
    method: "POST",
    path: "/wp-json/lianne-paypal/v1/webhook",
    summary: "Receive PayPal's webhooks, signed; 400 for an invalid signature, 503 if it cannot be verified",
    body: z.unknown(),
    response: z.object({ status: z.string() }),
    rawBody: true,
    skipOriginCheck: true,
  }),
};
