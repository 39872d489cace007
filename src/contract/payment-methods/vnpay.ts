import { dong } from "../money.ts";
import type { OnlineMethodDefinition } from "./definition.ts";

/** Bank cards, Visa and Mastercard through VNPay. */
export const vnpayMethod = {
  id: "vnpay_visa",
  settlement: "gateway",
  gatewayName: "VNPay",
  createPaymentPath: "/wp-json/lianne-vnpay/v1/create-payment",
  currency: "VND",
  limits: { min: dong(5_000), belowMax: dong(1_000_000_000) },
  linkMinutes: 15,
  refunds: "sequential",
  captured: false,
} as const satisfies OnlineMethodDefinition;
