/** Key prefix of user data in local and session storage; removed at logout. */
export const userStoragePrefix = "person:";
/**
 * Key prefix of what was typed in the login forms; also removed when a session begins, since the next visitor may be
 * another user.
 */
export const entryStoragePrefix = `${userStoragePrefix}auth-`;
const customerPrefix = `${userStoragePrefix}of:`;
/** Key of data stored for one customer: removed as soon as the session belongs to another user or to a guest. */
export const customerStorageKey = (id: number | string, name: string): string => `${customerPrefix}${id}:${name}`;
const lastKey = `${userStoragePrefix}last`;

interface LastCustomer {
  id: number;
  /** whether "remember me" was chosen at login: the data may then outlive the browser session */
  remembered: boolean;
}

/** Removes every entry of both storages whose key starts with `prefix`, but not with `own`. */
export function clearStorage(prefix: string, own?: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (key.startsWith(prefix) && !(own && key.startsWith(own))) storage.removeItem(key);
      }
    }
  } catch {} // where storage is forbidden, nothing is stored
}

/** The customer of the last session check, in any tab, unless logged out since. */
export function lastCustomer(): LastCustomer | null {
  try {
    return JSON.parse(localStorage.getItem(lastKey) ?? "null") as LastCustomer | null;
  } catch {
    return null;
  }
}

/**
 * Call when the session is known, null for a guest: removes the stored data of other users.
 * @param remembered as chosen at login; if omitted, the earlier choice stays
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
  } catch {} // then nothing else is stored either
}
