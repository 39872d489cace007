import type { CurrencyCode, Dong } from "../money.ts";

/** Limits of a payment method for one payment. */
export interface PaymentLimits {
  min: Dong;
  /** exclusive maximum */
  belowMax: Dong;
}

/** Properties of a payment method that the shop and the storefront share. Texts: src/web/i18n/payment-methods.ts. */
export interface PaymentMethodDefinition {
  /** stored with orders and payments, and used by WooCommerce programs */
  id: string;
  /** `gateway`: a gateway confirms the payment; `cash`: the courier or the merchant does */
  settlement: "gateway" | "cash";
  /** currency that the customer is charged in; USD is converted at the shop's exchange rate, rounded to cents */
  currency: CurrencyCode;
  /** null where the method has no limits, or the merchant sets them (cash on delivery) */
  limits: PaymentLimits | null;
  /** checkout does not show the method where it is not offered; the others are shown with the reason */
  hiddenUnlessOffered?: true;
}

/** A payment method with a gateway. */
export interface OnlineMethodDefinition extends PaymentMethodDefinition {
  settlement: "gateway";
  /** in the back office and the API documentation, in every language */
  gatewayName: string;
  /** path of the endpoint that places an order with this method */
  createPaymentPath: `/wp-json/${string}/v1/create-payment`;
  /** validity of a payment link in minutes; null: as long as the order's stock is reserved */
  linkMinutes: number | null;
  /** `sequential`: the gateway accepts one refund of a payment at a time and reports only the latest */
  refunds: "parallel" | "sequential";
  /** an approved payment is taken only when the shop captures it */
  captured: boolean;
}
