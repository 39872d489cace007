export type { AppContextWithGateways } from "./app-context-with-gateways.ts";
export { cancelUnpaidOrder } from "./cancel-unpaid-order.ts";
export { paymentHandlers, paymentJobs } from "./jobs.ts";
export { openNextAttempt } from "./open-next-attempt.ts";
export { canRetryPayment } from "./payment-deadlines.ts";
export { pollAndSettle } from "./poll-payment.ts";
export { recordManualRefund } from "./record-manual-refund.ts";
export { paymentRoutes } from "./routes.ts";
