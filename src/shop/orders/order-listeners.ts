import type { Tx } from "#shop/kernel/db/database.ts";
import type { StoredMeta } from "#shop/kernel/woo/woo-meta.ts";
import type { StoredStatus } from "./order-status.ts";

/**
 * Handlers of other domains for changes of an order. Each runs in the transaction of the change, with the order's row
 * locked.
 */
export interface OrderListener {
  /** the order has this status now, after a transition or from its creation by a merchant */
  onTransition(tx: Tx, orderId: number, change: { to: StoredStatus; now: Date }): Promise<void>;
  /** a merchant's program wrote the order's metadata; called before the transition of the same request */
  onMetaDataWritten(tx: Tx, orderId: number, change: { metaData: readonly StoredMeta[]; now: Date }): Promise<void>;
  /** what the order contains has changed: products, options, quantities, prices or names */
  onItemsChanged(tx: Tx, orderId: number, now: Date): Promise<void>;
  /** a merchant's program changed the total or the payment method, or recorded a payment */
  onAmountDueChanged(tx: Tx, orderId: number, now: Date): Promise<void>;
}

let registered: readonly OrderListener[] | undefined;

/** Set once at start, before the first order changes; see src/shop/connect-orders.ts. */
export function setOrderListeners(listeners: readonly OrderListener[]): void {
  registered = listeners;
}

/** Calls each listener in turn. @throws Error if none were set: an order must not change without its shipments */
export async function notifyListeners(call: (listener: OrderListener) => Promise<void>): Promise<void> {
  if (!registered) throw new Error("setOrderListeners was not called before an order changed");
  for (const listener of registered) await call(listener);
}
