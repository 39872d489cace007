/** Payment methods settled by a gateway; for all others the courier or the merchant reports the payment. */
const onlineMethods = ["vnpay_visa", "paypal"] as const;
export type OnlineMethod = (typeof onlineMethods)[number];

/** @param method an order's method: may be any text, since merchants' programs write it too */
export const isOnlineMethod = (method: string): method is OnlineMethod =>
  onlineMethods.some((known) => known === method);
