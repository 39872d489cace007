export {
  askAgain,
  attemptsOf,
  claimDueAttempts,
  closeOpenAttempts,
  endAttempt,
  findAttempt,
  findAttemptNamed,
  hasBeenPaid,
  holdAttempt,
  isPaidOtherwise,
  isUndecided,
  lockAttempt,
  openAttempt,
  payUrlOf,
  recordBegun,
  type StoredAttempt,
} from "./attempts.ts";
export { collectCash, expectCash, expectCashAgain, expectNoCash } from "./cash-ledger.ts";
export { isKnownEvent, logPaymentEvent, type PaymentEvent } from "./events.ts";
export { failureSentence } from "./failure-sentence.ts";
export {
  type Attempt,
  type Gateway,
  GatewayRefused,
  type Notice,
  type OnlineMethod,
  type RefundVerdict,
  type Verdict,
} from "./gateway.ts";
export { type Gateways, offeredPaymentMethods, openGateways } from "./gateways.ts";
export { readPaypalNotice } from "./paypal/index.ts";
export { paymentOf, restOfPayment, settleRefunds } from "./refund-ledger.ts";
export {
  claimDueRefunds,
  findRefundWork,
  markAsked,
  type RefundWork,
  recordRefund,
  requestSurplus,
  sendRefund,
  waitsForAnother,
} from "./refund-work.ts";
export { readVnpayNotice } from "./vnpay/index.ts";
