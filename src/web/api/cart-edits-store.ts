import type { StoreResult } from "#contract/client.ts";
import { externalStore } from "#web/design/external-store.ts";
import type { PendingQuantities } from "./optimistic-cart.ts";
import { onLogout } from "./session.ts";

export type Failed = Extract<StoreResult<unknown>, { ok: false }>;

export interface CartEdits {
  quantities: PendingQuantities;
  failures: Readonly<Record<string, Failed>>;
}

const none: CartEdits = { quantities: {}, failures: {} };
/** Edits of cart lines that the server has not answered yet, and those that it refused. */
export const editsStore = externalStore(none);
onLogout(() => editsStore.set(none));

const without = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  const { [key]: _, ...rest } = record;
  return rest;
};

export const markPending = (key: string, quantity: number): void => {
  const { quantities, failures } = editsStore.get();
  editsStore.set({ quantities: { ...quantities, [key]: quantity }, failures: without(failures, key) });
};

/** The server has answered: its state shows again, unless the shopper has typed another quantity meanwhile. */
export const markSettled = (key: string, sent: number, failed: Failed | null): void => {
  const { quantities, failures } = editsStore.get();
  if (quantities[key] !== sent) return;
  editsStore.set({
    quantities: without(quantities, key),
    failures: failed ? { ...failures, [key]: failed } : without(failures, key),
  });
};
