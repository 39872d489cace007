import { dong } from "../money.ts";
import type { OnlineMethodDefinition } from "./definition.ts";

/** Bank transfer by VietQR, under WooCommerce's id. The instant network takes up to 499 999 999 đồng per transfer. */
export const bankTransferMethod = {
  id: "bacs",
  settlement: "gateway",
  gatewayName: "a bank transfer (VietQR)",
  createPaymentPath: "/wp-json/lianne-bank/v1/create-payment",
  currency: "VND",
  limits: { min: dong(1), belowMax: dong(500_000_000) },
  linkMinutes: null,
  refunds: "parallel",
  captured: false,
  hiddenUnlessOffered: true,
} as const satisfies OnlineMethodDefinition;

/** The page on which an order is paid, as a path from the shop's root. */
export const bankPaymentPath = (orderId: number | string): string => `/bank-payment/${orderId}`;
