import { clearStorage, userStoragePrefix } from "#web/api/user-storage.ts";

const storageKey = `${userStoragePrefix}searches`;
const most = 5;

/** Successful searches in this browser, newest first; removed at logout. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((keyword) => typeof keyword === "string").slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Stored once regardless of case, as last typed. */
export function rememberSearch(keyword: string): void {
  const folded = keyword.toLowerCase();
  const others = recentSearches().filter((other) => other.toLowerCase() !== folded);
  try {
    localStorage.setItem(storageKey, JSON.stringify([keyword, ...others].slice(0, most)));
  } catch {} // without storage there are no recent searches
}

export const clearRecentSearches = (): void => clearStorage(storageKey);
