/**
 * What went wrong and what a shopper can do about it, by the gateway's own code: VNPay's two digits, PayPal's issues and
 * capture statuses. What is not here has the sentence that fits every failure.
 */
const messages = {
  // VNPay
  "04": "bank_will_return",
  "07": "being_examined",
  "09": "not_enrolled",
  "10": "wrong_details",
  "11": "window_over",
  "12": "locked",
  "13": "wrong_otp",
  "24": "cancelled",
  "51": "insufficient_balance",
  "65": "over_limit",
  "75": "bank_maintenance",
  "79": "wrong_password",
  "99": "other",
  // PayPal
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
  // ours
  cancelled: "cancelled",
  expired: "window_over",
} as const;

type DeclineMessageKey = `payment_errors.${(typeof messages)[keyof typeof messages]}`;

/** The key of the sentence, in both languages' texts, for a gateway's code. */
export function declineMessageKey(code: string): DeclineMessageKey {
  const known = Object.hasOwn(messages, code) ? messages[code as keyof typeof messages] : "other";
  return `payment_errors.${known}`;
}
