import type { StoreResult } from "#contract/client.ts";
import { externalStore } from "#design/external-store.ts";
import type { PendingQuantities } from "./optimistic-cart.ts";
import { onSessionEnd } from "./session.ts";

export type FailedResult = Extract<StoreResult<unknown>, { ok: false }>;

export interface CartEdits {
  quantities: PendingQuantities;
  failures: Readonly<Record<string, FailedResult>>;
}

const none: CartEdits = { quantities: {}, failures: {} };
/** Edits of cart lines that are not confirmed yet, and those that the server rejected. */
export const editsStore = externalStore(none);
onSessionEnd(() => editsStore.set(none));

const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _, ...rest } = record;
  return rest;
};

export const markPending = (key: string, quantity: number): void => {
  const { quantities, failures } = editsStore.get();
  editsStore.set({ quantities: { ...quantities, [key]: quantity }, failures: without(failures, key) });
};

/** Call with the server's result: its state shows again, unless another quantity has been typed since. */
export const markSettled = (key: string, sent: number, failed: FailedResult | null): void => {
  const { quantities, failures } = editsStore.get();
  if (quantities[key] !== sent) return;
  editsStore.set({
    quantities: without(quantities, key),
    failures: failed ? { ...failures, [key]: failed } : without(failures, key),
  });
};
