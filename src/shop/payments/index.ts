// Owns payment attempts, their events and their refunds, and the clients of the gateways. Of an order it knows the id only:
// what a payment does to its order is in payment-flow.

export {
  schedulePoll,
  attemptsOf,
  claimDueAttempts,
  closeOpenAttempts,
  endAttempt,
  findAttempt,
  findAttemptByIds,
  hasBeenPaid,
  markUnderReview,
  isPaidOtherwise,
  isPending,
  lockAttempt,
  openAttempt,
  payUrlOf,
  recordCreated,
  type StoredAttempt,
} from "./attempts.ts";
export { markCodCollected, createCodPayment, reopenCodPayment, cancelCodPayment } from "./cod-payments.ts";
export { isKnownEvent, logPaymentEvent, type PaymentEvent } from "./events.ts";
export { declineMessageKey } from "./decline-messages.ts";
export {
  type Attempt,
  type Gateway,
  GatewayDeclinedError,
  type WebhookEvent,
  type OnlineMethod,
  type RefundStatusResult,
  type PaymentStatusResult,
} from "./gateway.ts";
export { type Gateways, offeredPaymentMethods, openGateways } from "./gateways.ts";
export { parsePaypalWebhook } from "./paypal/index.ts";
export { findSettledPayment, refundableAmount, updateRefundedStatus } from "./refund-ledger.ts";
export {
  claimDueRefunds,
  findRefundWork,
  markRequested,
  type RefundWork,
  recordRefund,
  refundOverpayment,
  sendRefund,
  hasPendingRefund,
} from "./refund-work.ts";
export { parseVnpayIpn } from "./vnpay/index.ts";
