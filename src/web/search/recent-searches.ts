import { clearStorage, userStoragePrefix } from "#web/api/user-storage.ts";

const storageKey = `${userStoragePrefix}searches`;
const most = 5;

/** What was looked for in this browser, and found, the newest first; it goes at logout. */
export function ownSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((keyword) => typeof keyword === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Once however it is spelled, as it was typed last. */
export function rememberSearch(keyword: string): void {
  const folded = keyword.toLowerCase();
  const others = ownSearches().filter((other) => other.toLowerCase() !== folded);
  try {
    localStorage.setItem(storageKey, JSON.stringify([keyword, ...others].slice(0, most)));
  } catch {} // without storage nothing is offered again
}

export const forgetSearches = (): void => clearStorage(storageKey);
