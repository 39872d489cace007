import type { PaymentMethod } from "./order.ts";

/** What a way of payment takes at once, whole đồng. */
export interface PaymentBounds {
  least: number;
  /** less than this */
  below: number;
}

/** PayPal names no bounds of its own, and the courier's are the merchant's settings. */
const bounds: Partial<Record<PaymentMethod, PaymentBounds>> = {
  vnpay_visa: { least: 5_000, below: 1_000_000_000 },
};

/** The bounds that an order's total breaks, null where the method takes it. @param total whole đồng */
export function violatedLimits(method: PaymentMethod, total: number): PaymentBounds | null {
  const of = bounds[method];
  return of && (total < of.least || total >= of.below) ? of : null;
}
