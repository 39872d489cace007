import type { OnlineMethodDefinition } from "./definition.ts";

/** PayPal, in US dollars. It publishes no limits. An approved payment is captured while the order's stock is reserved. */
export const paypalMethod = {
  id: "paypal",
  settlement: "gateway",
  gatewayName: "PayPal",
  createPaymentPath: "/wp-json/lianne-paypal/v1/create-payment",
  currency: "USD",
  limits: null,
  linkMinutes: null,
  refunds: "parallel",
  captured: true,
} as const satisfies OnlineMethodDefinition;
