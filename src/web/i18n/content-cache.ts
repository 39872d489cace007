import type { Language } from "#contract/language.ts";
import type { SiteTexts } from "./texts.ts";

const maxAgeMs = 7 * 24 * 60 * 60 * 1000;
const storageKey = (language: Language) => `site-content:${language}`;

interface CachedContent {
  /** when it was fetched, milliseconds since 1970 */
  at: number;
  content: SiteTexts;
}

const isCachedContent = (value: unknown): value is CachedContent =>
  typeof value === "object" && value !== null && "at" in value && "content" in value && typeof value.at === "number";

/** The cached texts of an earlier visit, if they are younger than seven days. */
export function readCachedContent(language: Language, now = Date.now()): SiteTexts | null {
  try {
    const cached: unknown = JSON.parse(localStorage.getItem(storageKey(language)) ?? "null");
    return isCachedContent(cached) && now - cached.at < maxAgeMs ? cached.content : null;
  } catch {
    return null; // storage is disabled, or the entry is not ours
  }
}

/** Caches the texts for seven days; with full or forbidden storage they are only fetched again. */
export function cacheContent(language: Language, content: SiteTexts, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey(language), JSON.stringify({ at: now, content } satisfies CachedContent));
  } catch {}
}
