import type { Cart } from "#contract/cart.ts";
import type { StoreResult } from "#contract/client.ts";
import { getKeepaliveClient, getApiClient } from "./api-client.ts";
import { setCartData } from "./cart.ts";
import { markPending, markSettled } from "./cart-edits-store.ts";

const pauseMs = 500;

export type EditSettled = (answer: StoreResult<Cart>, quantity: number) => void;
interface Waiting {
  quantity: number;
  timer: ReturnType<typeof setTimeout>;
  settled: EditSettled | undefined;
}
const waiting = new Map<string, Waiting>();
const underWay = new Set<Promise<unknown>>();

const send = async (key: string, quantity: number, settled: EditSettled | undefined, store = getApiClient()) => {
  const call = quantity > 0 ? store.updateCart(key, quantity) : store.removeFromCart(key);
  const answer = await call;
  setCartData(answer);
  markSettled(key, quantity, answer.ok ? null : answer);
  settled?.(answer, quantity);
};

const start = (key: string, store = getApiClient()): void => {
  const edit = waiting.get(key);
  if (!edit) return;
  clearTimeout(edit.timer);
  waiting.delete(key);
  const sending = send(key, edit.quantity, edit.settled, store).finally(() => underWay.delete(sending));
  underWay.add(sending);
};

let watching = false;
/** A page that is hidden may never come back: what waits is sent at once, and outlives the page. */
const watchPage = () => {
  if (watching) return;
  watching = true;
  const leave = () => {
    for (const key of [...waiting.keys()]) start(key, getKeepaliveClient());
  };
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && leave());
  addEventListener("pagehide", leave);
};

/**
 * Shows the quantity at once and sends it after half a second without another edit of the line; 0 or less removes it.
 * @param settled called with the server's answer to the quantity that was sent
 */
export function setQuantity(key: string, quantity: number, settled?: EditSettled): void {
  watchPage();
  clearTimeout(waiting.get(key)?.timer);
  markPending(key, quantity);
  waiting.set(key, { quantity, settled, timer: setTimeout(() => start(key), pauseMs) });
}

/** Removes the line at once. */
export function removeLine(key: string, settled?: EditSettled): void {
  setQuantity(key, 0, settled);
  start(key);
}

/** Sends what still waits and resolves when every edit is answered; to be awaited before checkout. */
export async function flushCartEdits(): Promise<void> {
  for (const key of [...waiting.keys()]) start(key);
  await Promise.allSettled([...underWay]);
}
