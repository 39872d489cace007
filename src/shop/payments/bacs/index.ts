import { bankPaymentPath, bankTransferMethod } from "#contract/payment-methods/bacs.ts";
import type { NotifierConfig } from "#shop/kernel/base/bank-config.ts";
import type { Gateway, PaymentStatusResult, RefundStatusResult } from "../gateway.ts";
import type { Notifier } from "./notifier.ts";
import { cassoNotifier } from "./notifiers/casso.ts";
import { payosNotifier } from "./notifiers/payos.ts";
import { sepayNotifier } from "./notifiers/sepay.ts";

export {
  type BankNotification,
  maskAccount,
  type Notifier,
  type NotifierName,
  RetryLaterError,
} from "./notifier.ts";
export { type CodeReading, readTransferContent, transferCode } from "./transfer-code.ts";
export { decodeVietQr, encodeVietQr } from "./vietqr.ts";

const notYet: PaymentStatusResult = {
  outcome: "unknown",
  money: null,
  transaction: "",
  code: "",
  at: null,
  response: {},
};
/** The network has no reverse call: a person transfers the money back. */
const byAPerson: RefundStatusResult = { state: "requested", gatewayId: null, code: "", response: {} };

/**
 * A bank account as a gateway: customers pay on the shop's own page. No attempt is polled by itself: the notifier reports all
 * transfers (src/shop/payment-flow/bank).
 * @param publicUrl the shop's origin
 */
export const bankGateway = (publicUrl: string): Gateway => ({
  method: bankTransferMethod.id,
  createPayment: async ({ attempt }) => ({
    payUrl: `${publicUrl}${bankPaymentPath(attempt.orderId)}`,
    gatewayId: null,
    request: {},
  }),
  retrievePayment: async () => notYet,
  refund: async () => byAPerson,
  retrieveRefund: async () => byAPerson,
});

/** The service that watches the account. */
export function openNotifier(config: NotifierConfig): Notifier {
  switch (config.name) {
    case "sepay":
      return sepayNotifier(config);
    case "casso":
      return cassoNotifier(config);
    case "payos":
      return payosNotifier(config);
  }
}
