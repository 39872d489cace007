import type { Language } from "#contract/language.ts";
import type { SiteTexts } from "./texts.ts";

const keptForMs = 7 * 24 * 60 * 60 * 1000;
const storageKey = (language: Language) => `site-content:${language}`;

interface Kept {
  /** when it was fetched, milliseconds since 1970 */
  at: number;
  content: SiteTexts;
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && "at" in value && "content" in value && typeof value.at === "number";

/** The texts kept from an earlier content call, if they are younger than seven days. */
export function keptContent(language: Language, now = Date.now()): SiteTexts | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(language)) ?? "null");
    return isKept(kept) && now - kept.at < keptForMs ? kept.content : null;
  } catch {
    return null; // storage switched off, or something else wrote there
  }
}

/** Keeps the texts for seven days; a full or forbidden storage only means that they are fetched again. */
export function keepContent(language: Language, content: SiteTexts, now = Date.now()): void {
  try {
    localStorage.setItem(storageKey(language), JSON.stringify({ at: now, content } satisfies Kept));
  } catch {}
}
