import type { Cart } from "#contract/cart.ts";
import type { StoreResult } from "#contract/client.ts";
import { getKeepaliveClient, getApiClient } from "./api-client.ts";
import { setCartData } from "./cart.ts";
import { markPending, markSettled } from "./cart-edits-store.ts";

const debounceMs = 500;

export type EditSettled = (result: StoreResult<Cart>, quantity: number) => void;
interface PendingEdit {
  quantity: number;
  timer: ReturnType<typeof setTimeout>;
  onSettled: EditSettled | undefined;
}
const pendingEdits = new Map<string, PendingEdit>();
const inFlight = new Set<Promise<unknown>>();

const send = async (key: string, quantity: number, onSettled: EditSettled | undefined, store = getApiClient()) => {
  const call = quantity > 0 ? store.updateCart(key, quantity) : store.removeFromCart(key);
  const result = await call;
  setCartData(result);
  markSettled(key, quantity, result.ok ? null : result);
  onSettled?.(result, quantity);
};

const sendPending = (key: string, store = getApiClient()): void => {
  const edit = pendingEdits.get(key);
  if (!edit) return;
  clearTimeout(edit.timer);
  pendingEdits.delete(key);
  const sending = send(key, edit.quantity, edit.onSettled, store).finally(() => inFlight.delete(sending));
  inFlight.add(sending);
};

let listening = false;
/**
 * A hidden page may never become visible again: pending edits are sent at once, with requests that outlive the page.
 */
const sendWhenPageHides = () => {
  if (listening) return;
  listening = true;
  const sendAll = () => {
    for (const key of [...pendingEdits.keys()]) sendPending(key, getKeepaliveClient());
  };
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && sendAll());
  addEventListener("pagehide", sendAll);
};

/**
 * Shows the quantity at once and sends it when the line has not been edited for half a second; 0 or less removes it.
 * @param onSettled called with the result for the quantity that was sent
 */
export function setQuantity(key: string, quantity: number, onSettled?: EditSettled): void {
  sendWhenPageHides();
  clearTimeout(pendingEdits.get(key)?.timer);
  markPending(key, quantity);
  pendingEdits.set(key, { quantity, onSettled, timer: setTimeout(() => sendPending(key), debounceMs) });
}

/** Removes the line at once. */
export function removeLine(key: string, onSettled?: EditSettled): void {
  setQuantity(key, 0, onSettled);
  sendPending(key);
}

/** Sends all pending edits and resolves when every edit has its result; await it before checkout. */
export async function flushCartEdits(): Promise<void> {
  for (const key of [...pendingEdits.keys()]) sendPending(key);
  await Promise.allSettled([...inFlight]);
}
