/** Ways of payment whose money a gateway brings; in all others nobody tells the shop but the courier or the merchant. */
const onlineMethods = ["vnpay_visa", "paypal"] as const;
export type OnlineMethod = (typeof onlineMethods)[number];

/** @param method of an order: anything, since a merchant's program may have written it */
export const isOnlineMethod = (method: string): method is OnlineMethod =>
  onlineMethods.some((known) => known === method);
