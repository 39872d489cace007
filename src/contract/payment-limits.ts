import type { PaymentMethod } from "./order.ts";

/** Limits of a payment method for one payment, in whole đồng. */
export interface PaymentLimits {
  min: number;
  /** exclusive maximum */
  belowMax: number;
}

/** PayPal publishes no limits, and those of cash on delivery are the merchant's settings. */
const bounds: Partial<Record<PaymentMethod, PaymentLimits>> = {
  vnpay_visa: { min: 5_000, belowMax: 1_000_000_000 },
};

/** Returns the limits that an order's total violates, or null. @param total whole đồng */
export function violatedLimits(method: PaymentMethod, total: number): PaymentLimits | null {
  const limits = bounds[method];
  return limits && (total < limits.min || total >= limits.belowMax) ? limits : null;
}
