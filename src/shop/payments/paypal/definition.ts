import { paypalMethod } from "#contract/payment-methods/paypal.ts";
import type { OnlineMethodServerDefinition } from "../online-method-definition.ts";
import { paypalGateway } from "./index.ts";

/** By PayPal's issues and capture statuses. */
const declineMessages = {
  CARD_EXPIRED: "instrument_declined",
  COMPLIANCE_VIOLATION: "paypal_not_allowed",
  DECLINED: "instrument_declined",
  FAILED: "instrument_declined",
  INSTRUMENT_DECLINED: "instrument_declined",
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: "too_many_attempts",
  ORDER_EXPIRED: "window_over",
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: "shop_cannot_receive",
  PAYEE_ACCOUNT_RESTRICTED: "shop_cannot_receive",
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: "payer_cannot_pay",
  PAYER_ACCOUNT_RESTRICTED: "payer_cannot_pay",
  PAYER_ACTION_REQUIRED: "confirm_again",
  PAYER_CANNOT_PAY: "payer_cannot_pay",
  PAYER_COUNTRY_NOT_SUPPORTED: "payer_cannot_pay",
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: "instrument_declined",
  TRANSACTION_LIMIT_EXCEEDED: "over_limit",
  TRANSACTION_REFUSED: "transaction_refused",
  TRANSACTION_BLOCKED_BY_PAYEE: "transaction_refused",
  VOIDED: "window_over",
} as const;

export const paypalDefinition = {
  method: paypalMethod.id,
  isConfigured: ({ paypal }) => paypal !== null,
  openGateway: ({ config, clock, log }) =>
    config.paypal && paypalGateway(config.paypal, { clock, publicUrl: config.publicUrl, log }),
  declineMessages,
} as const satisfies OnlineMethodServerDefinition;
