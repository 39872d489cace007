import { customerStorageKey, lastCustomer } from "./user-storage.ts";

/**
 * Where the last customer's data are stored: in local storage if they chose to be remembered at login, in session
 * storage otherwise.
 */
function slotOf(name: string): { id: number; key: string; storage: Storage; other: Storage } | null {
  const last = lastCustomer();
  if (!last) return null;
  const [storage, other] = last.remembered ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
  return { id: last.id, key: customerStorageKey(last.id, name), storage, other };
}

/** Stores data of the last customer. `owner` is the user that they are about: data of other users are not stored. */
export function saveCustomerData(owner: string, name: string, data: unknown): void {
  try {
    const slot = slotOf(name);
    if (!slot || String(slot.id) !== owner) return;
    slot.other.removeItem(slot.key);
    slot.storage.setItem(slot.key, JSON.stringify(data));
  } catch {} // without storage, or with a full one, there is no copy
}

/** The last customer's data, if they have not logged out; null if there are none. */
export function readCustomerData(name: string): unknown {
  try {
    const slot = slotOf(name);
    return JSON.parse(slot?.storage.getItem(slot.key) ?? "null");
  } catch {
    return null;
  }
}
