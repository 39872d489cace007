import type { PaymentMethodDefinition } from "./definition.ts";

/** Cash on delivery, or at the shop for an order that is picked up. Its limits are the merchant's settings. */
export const codMethod = {
  id: "cod",
  settlement: "cash",
  currency: "VND",
  limits: null,
} as const satisfies PaymentMethodDefinition;
