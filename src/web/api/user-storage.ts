/** Key prefix of data about the visitor in local and session storage; all of it is removed at logout. */
export const userStoragePrefix = "person:";
/**
 * Key prefix of what was typed in the login forms; also removed when a session begins, since the next visitor may be
 * another user.
 */
export const entryStoragePrefix = `${userStoragePrefix}auth-`;
/** Key of the selected cart lines. They are no personal data, and a login after the end of a session needs them. */
export const selectionStorageKey = `${userStoragePrefix}checkout-selection`;
const customerPrefix = `${userStoragePrefix}of:`;
/** Key of data stored for one customer: removed as soon as the session belongs to another user or to a guest. */
export const customerStorageKey = (id: number | string, name: string): string => `${customerPrefix}${id}:${name}`;
const draftPrefix = `${userStoragePrefix}draft:`;
/**
 * Key of what a customer has typed or started to order in this tab. It outlives a session that ends by itself: the same
 * customer continues after the next login. Removed when another customer logs in.
 */
export const draftStorageKey = (id: number | string, name: string): string => `${draftPrefix}${id}:${name}`;
/** In place of a customer's id, for a visitor without a login. */
export const visitorOwner = "visitor";
/** Key of {@link LastCustomer}. Other tabs receive its changes as storage events. */
export const lastCustomerKey = `${userStoragePrefix}last`;

export interface LastCustomer {
  id: number;
  /** whether "remember me" was chosen at login: the data may then outlive the browser session */
  remembered: boolean;
  /** true after the server has reported that the session ended */
  ended?: boolean;
}

function removeKeys(matches: (key: string) => boolean): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage).filter(matches)) storage.removeItem(key);
    }
  } catch {} // where storage is forbidden, nothing is stored
}

/** Removes every entry of both storages whose key starts with `prefix`. */
export const clearStorage = (prefix: string): void => removeKeys((key) => key.startsWith(prefix));

/** Removes what this tab has stored about the visitor. */
export function clearTab(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(userStoragePrefix)) sessionStorage.removeItem(key);
  } catch {} // as above
}

/** The customer of the last session check, in any tab, unless logged out since. */
export function lastCustomer(): LastCustomer | null {
  try {
    return JSON.parse(localStorage.getItem(lastCustomerKey) ?? "null") as LastCustomer | null;
  } catch {
    return null;
  }
}

/** Key of a mark without personal data, which outlives a logout: a customer has logged in on this device. */
const knownDeviceKey = "known-device";

/** Whether a customer has logged in on this device before. */
export function isKnownDevice(): boolean {
  try {
    return localStorage.getItem(knownDeviceKey) !== null || lastCustomer() !== null;
  } catch {
    return false;
  }
}

function saveLastCustomer(last: LastCustomer): void {
  try {
    localStorage.setItem(lastCustomerKey, JSON.stringify(last));
    localStorage.setItem(knownDeviceKey, "1");
  } catch {} // then nothing else is stored either
}

/** Removes what is stored about the visitor, except what this customer needs to continue after another login. */
export function clearEndedSession(id: number): void {
  const remaining: readonly string[] = [lastCustomerKey, selectionStorageKey];
  removeKeys(
    (key) => key.startsWith(userStoragePrefix) && !key.startsWith(draftStorageKey(id, "")) && !remaining.includes(key),
  );
}

/** Removes all data stored for a customer, except for this one. */
function clearOwned(owner: number | null, mayContinue: number | null): void {
  removeKeys(
    (key) =>
      (key.startsWith(customerPrefix) && !(owner !== null && key.startsWith(customerStorageKey(owner, "")))) ||
      (key.startsWith(draftPrefix) &&
        !(mayContinue !== null && key.startsWith(draftStorageKey(mayContinue, ""))) &&
        !(owner === null && key.startsWith(draftStorageKey(visitorOwner, "")))),
  );
}

/**
 * Call when the session is known, null for a guest: removes the stored data of other users.
 * @param remembered as chosen at login; if omitted, the earlier choice stays
 * @returns whether a customer's session was followed by another customer's or by none
 */
export function clearOtherUsers(id: number | null, remembered?: boolean): boolean {
  const before = lastCustomer();
  if (id === null) {
    const ends = before !== null && !before.ended;
    if (ends) {
      clearEndedSession(before.id);
      saveLastCustomer({ ...before, ended: true });
    }
    // a tab that was closed and restored may have data of earlier customers
    clearOwned(null, before?.id ?? null);
    return ends;
  }
  const isOther = before !== null && before.id !== id;
  if (isOther) clearStorage(userStoragePrefix);
  else clearOwned(id, id);
  saveLastCustomer({ id, remembered: remembered ?? (before?.id === id && before.remembered) });
  return isOther;
}
