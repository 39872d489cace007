import { clearStorage } from "#web/api/user-storage.ts";

const storageKey = "reset-password";

export interface ResetKey {
  key: string;
  login: string;
}

/** Stores the key of the email's link for the form; in session storage, so that it is removed with the tab. */
export function saveResetKey(reset: ResetKey): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(reset));
  } catch {} // without storage the form reports a missing link
}

export function readResetKey(): ResetKey | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? "null") as Partial<ResetKey> | null;
    return stored?.key && stored.login ? { key: stored.key, login: stored.login } : null;
  } catch {
    return null;
  }
}

export const forgetReset = (): void => clearStorage(storageKey);
