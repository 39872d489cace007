// Owns how payments and orders affect each other: opening an attempt at its gateway, webhooks and returns, polling,
// settlement, expiry, refunds. It changes payments through payments, and order status and stock through orders.

export type { AppContextWithGateways } from "./app-context-with-gateways.ts";
export {
  changeReservedUntil,
  changeMethod,
  changePayUrl,
  dropChange,
  openChangeAttempt,
  returnChangePayment,
} from "./change-payment.ts";
export { cancelUnpaidOrder } from "./cancel-unpaid-order.ts";
export { paymentHandlers, paymentJobs } from "./jobs.ts";
export { bankPageUrl, revokeBankLinks, sweepBankLinks } from "./bank/bank-order.ts";
export { emailDeposit, writeDepositMeta } from "./bank/announce-deposit.ts";
export { withdrawDeposit } from "./bank/follow-deposit.ts";
export { bankOverviewRoutes } from "./bank/bank-overview-routes.ts";
export { sweepTransferParties } from "./bank/forget-transfers.ts";
export { sweepRefundAccounts } from "./bank/refund-account.ts";
export { bankTransferSettings, readBankTerms } from "./bank/bank-settings.ts";
export { payByParts } from "./bank/settle-transfer.ts";
export { bankTransferListener } from "./bank/bank-listener.ts";
export { codePrefixOf, hasTimeForAttempt, openNextAttempt, readUsdRate } from "./open-next-attempt.ts";
export { ChargeChangedError, type PayableOrder, payUrlFor, readPayableOrder } from "./pay-url.ts";
export { canRetryPayment } from "./payment-deadlines.ts";
export { pollOpenPayments } from "./poll-open-payments.ts";
export { assertNoCapture } from "./poll-payment.ts";
export { refundLowered } from "./refund-lowered.ts";
export { recordManualRefund } from "./record-manual-refund.ts";
export { paymentRoutes } from "./routes.ts";
