import type { PaymentMethod } from "#contract/order.ts";
import type { Config } from "../kernel/config.ts";

export { collectCash, expectCash, expectCashAgain, expectNoCash } from "./cash-ledger.ts";
export { paymentOf, restOfPayment, settleRefunds } from "./refund-ledger.ts";

/**
 * What checkout offers, the first as default. Cash on delivery needs no gateway. Each gateway adds itself here once it is
 * integrated, where its credentials are set.
 */
export function offeredPaymentMethods(_config: Pick<Config, "vnpay" | "paypal">): PaymentMethod[] {
  return ["cod"];
}
