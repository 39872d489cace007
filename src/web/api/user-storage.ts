/** Prefix of what belongs to the person in local and session storage; it goes at logout. */
export const personStoragePrefix = "person:";
/** Prefix of what was typed on the way in; it goes as well when a session begins: the next visitor may be somebody else. */
export const entryStoragePrefix = `${personStoragePrefix}auth-`;
const customerPrefix = `${personStoragePrefix}of:`;
/** Key of what is kept for one customer: it goes as soon as the shop says that somebody else is there, or nobody. */
export const customerStorageKey = (id: number | string, name: string): string => `${customerPrefix}${id}:${name}`;
const lastKey = `${personStoragePrefix}last`;

interface LastCustomer {
  id: number;
  /** whether they asked at login to be remembered: what is kept for them may then outlive the browser */
  remembered: boolean;
}

/** Takes everything out of both storages whose key starts with `prefix`, but not with `own`. */
export function clearStorage(prefix: string, own?: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(prefix) && !(own && key.startsWith(own))) storage.removeItem(key);
      }
    }
  } catch {} // a browser that forbids storage has kept nothing
}

/** The customer whom the shop named last and who has not logged out since, in whichever tab. */
export function lastCustomer(): LastCustomer | null {
  try {
    return JSON.parse(localStorage.getItem(lastKey) ?? "null") as LastCustomer | null;
  } catch {
    return null;
  }
}

/**
 * The shop has said who is there, null for nobody: what is kept for anybody else goes.
 * @param remembered as chosen at login; without it, it stays as it was
 */
export function clearOtherUsers(id: number | null, remembered?: boolean): void {
  const before = lastCustomer();
  if (id === null) {
    clearStorage(customerPrefix);
    clearStorage(lastKey);
    return;
  }
  clearStorage(customerPrefix, customerStorageKey(id, ""));
  const last: LastCustomer = { id, remembered: remembered ?? (before?.id === id && before.remembered) };
  try {
    localStorage.setItem(lastKey, JSON.stringify(last));
  } catch {} // nothing is then kept for them either
}
