import { clearStorage, userStoragePrefix } from "#web/api/user-storage.ts";

const storageKey = `${userStoragePrefix}searches`;
const max = 5;

/** Successful searches in this browser, newest first; removed at logout. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter((keyword) => typeof keyword === "string").slice(0, max) : [];
  } catch {
    return [];
  }
}

/** Stored once regardless of case, as last typed. */
export function rememberSearch(keyword: string): void {
  const folded = keyword.toLowerCase();
  const others = recentSearches().filter((other) => other.toLowerCase() !== folded);
  try {
    localStorage.setItem(storageKey, JSON.stringify([keyword, ...others].slice(0, max)));
  } catch {} // without storage there are no recent searches
}

export const clearRecentSearches = (): void => clearStorage(storageKey);
