import type { Language } from "#contract/language.ts";

/**
 * Texts by section and key, as the content call returns them and the bundle contains them (without the long page
 * texts).
 */
export type SiteTexts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

// One process serves both languages, a browser page one; the texts never change after loading.
const loaded = new Map<Language, SiteTexts>();
const fallbackLanguages = new Set<Language>();

const chunk = async (language: Language): Promise<SiteTexts> =>
  language === "vi" ? (await import("virtual:site-texts/vi")).default : (await import("virtual:site-texts/en")).default;

/**
 * Loads the bundled texts of a language; falls back to Vietnamese if its chunk fails to load. Rejects if that fails
 * too.
 */
export async function loadTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  try {
    loaded.set(language, await chunk(language));
  } catch (error) {
    if (language === "vi") throw error;
    loaded.set(language, await chunk("vi"));
    fallbackLanguages.add(language);
  }
}

/** Whether Vietnamese replaces the bundled texts of a language. */
export const usesFallbackTexts = (language: Language): boolean => fallbackLanguages.has(language);

const none: SiteTexts = {};
/**
 * The loaded texts of a language. Call {@link loadTexts} first, at start on the server and before hydration in the
 * browser.
 */
export const bundledTexts = (language: Language): SiteTexts => loaded.get(language) ?? loaded.get("vi") ?? none;

/**
 * Whether any of the displayed texts differs in the store's texts; keys that are not displayed are ignored.
 * @param usdRate as displayed: the store has already filled it into its texts
 */
export function textsDiffer(texts: SiteTexts, shown: SiteTexts, usdRate: string): boolean {
  const withUsdRate = (text: unknown): string | undefined => JSON.stringify(text)?.replaceAll("{usd_rate}", usdRate);
  return Object.entries(shown).some(([section, entries]) =>
    Object.entries(entries).some(([key, text]) => {
      const other = texts[section]?.[key];
      return other !== undefined && withUsdRate(other) !== withUsdRate(text);
    }),
  );
}
