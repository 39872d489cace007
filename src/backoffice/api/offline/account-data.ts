import { del, delMany, get, keys, set } from "idb-keyval";

// What this device stores for an account: keys are `kind:<staff id>:name`. Each failure of the storage (private window, full disk) means
// that there is nothing stored.

const lifetimeMs = 7 * 24 * 60 * 60_000;
const minuteMs = 60_000;

/** `contact`: when the server last responded to the account; `orders`: when its orders in progress were last all read. */
type StoredKind = "draft" | "queue" | "data" | "session" | "contact" | "orders";

export const deviceKey = (kind: StoredKind, staffId: number, name = ""): string => `${kind}:${staffId}:${name}`;

const ownerOf = (key: IDBValidKey): number | null => {
  const owner = /^[a-z]+:(\d+):/.exec(String(key))?.[1];
  return owner === undefined ? null : Number(owner);
};

const allKeys = (): Promise<IDBValidKey[]> => keys().catch(() => []);

/** Removes everything that is stored for an account. */
export async function forgetAccount(staffId: number): Promise<void> {
  await delMany((await allKeys()).filter((key) => ownerOf(key) === staffId)).catch(() => {});
}

let recorded = { staffId: 0, at: 0 };

/** Records that the server accepted a request of the account. */
export function recordContact(staffId: number): void {
  const now = Date.now();
  if (recorded.staffId === staffId && now - recorded.at < minuteMs) return;
  recorded = { staffId, at: now };
  void set(deviceKey("contact", staffId), now).catch(() => {});
}

/** Removes the data of every account that has had no contact with the server for 7 days. */
export async function forgetStaleAccounts(now = Date.now()): Promise<void> {
  const owners = new Set((await allKeys()).map(ownerOf).filter((owner) => owner !== null));
  for (const owner of owners) {
    const at = await get<number>(deviceKey("contact", owner)).catch(() => undefined);
    if (at === undefined || now - at > lifetimeMs) await forgetAccount(owner);
  }
}

const lastKey = "last-account";

/** The account that used this browser last; its session is shown again while there is no connection. */
export const lastAccount = (): Promise<number | undefined> => get<number>(lastKey).catch(() => undefined);
export const setLastAccount = (staffId: number | null): Promise<void> =>
  (staffId === null ? del(lastKey) : set(lastKey, staffId)).catch(() => {});
