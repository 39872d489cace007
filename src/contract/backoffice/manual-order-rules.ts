import { bankTransferMethodId, codMethodId, defaultMethod, type PaymentMethod } from "../payment-methods/index.ts";

/** How the customer of an order that a staff member creates pays. `cash_at_counter`: already paid in cash. */
export const manualPayments = ["cash_on_delivery", "bank_transfer", "payment_link", "cash_at_counter"] as const;
export type ManualPayment = (typeof manualPayments)[number];

/** The payment method of the order. */
export const methodOfManualPayment: Readonly<Record<ManualPayment, PaymentMethod>> = {
  cash_on_delivery: codMethodId,
  bank_transfer: bankTransferMethodId,
  payment_link: defaultMethod,
  cash_at_counter: codMethodId,
};

/** `created_via` of such orders: WooCommerce's own name. */
export const createdByStaff = "admin";
