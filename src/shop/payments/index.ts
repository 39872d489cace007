// Owns payment attempts, their events and their refunds, and the clients of the gateways. It stores an order's id
// only: the effects of payments on orders are in payment-flow.

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
  mayStillBePaid,
  isPaidOtherwise,
  isPending,
  lockAttempt,
  openAttempt,
  payUrlOf,
  recordCreated,
  type StoredAttempt,
} from "./attempts.ts";
export { markCodCollected, createCodPayment, reopenCodPayment, cancelCodPayment } from "./cod-payments.ts";
export {
  type Deposit,
  findDeposit,
  findDepositPayment,
  paidDeposit,
  setDepositState,
  storeDeposit,
} from "./deposits.ts";
export { isKnownEvent, logPaymentEvent, type PaymentEvent } from "./events.ts";
export {
  countOpenBankRefunds,
  countOpenTransfers,
  isOpenTransfer,
  isPaidByTransfer,
  missingOfChange,
  receivedParts,
  isRefundWithoutAccount,
  refundWithoutAccount,
} from "./bacs/open-work.ts";
export { declineMessageKey } from "./decline-messages.ts";
export {
  type PaymentAttempt,
  type Gateway,
  GatewayDeclinedError,
  type ValidWebhook,
  type OnlineMethod,
  type RefundStatusResult,
  type PaymentStatusResult,
} from "./gateway.ts";
export { type Gateways, offeredPaymentMethods, openGateways } from "./gateways.ts";
export * from "./online-methods.ts";
export {
  findSettledPayment,
  paidItsOrder,
  type RefundablePart,
  refundableAmount,
  partsOfRefund,
  splitRefund,
  updateRefundedStatus,
} from "./refund-ledger.ts";
export {
  claimDueRefunds,
  findRefundWork,
  markRequested,
  type RefundWork,
  recordRefund,
  refundDifference,
  refundOverpayment,
  sendRefund,
  hasPendingRefund,
} from "./refund-work.ts";
