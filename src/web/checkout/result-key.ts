import { userKey } from "#web/api/session.ts";

/** Key of the query of an order's payment state, in any language. @param owner of the session */
export const resultKey = (owner: Parameters<typeof userKey>[0], orderId: number) =>
  userKey(owner, "payment-state", orderId);
