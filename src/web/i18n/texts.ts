import type { Language } from "#contract/language.ts";

/** Texts by section and key, as the content call answers them and the bundle carries them (without the long page texts). */
export type SiteTexts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

// One process serves both languages, a browser page one; the texts never change after they are loaded.
const loaded = new Map<Language, SiteTexts>();
const standIns = new Set<Language>();

const chunk = async (language: Language): Promise<SiteTexts> =>
  language === "vi" ? (await import("virtual:site-texts/vi")).default : (await import("virtual:site-texts/en")).default;

/** Loads the bundled texts of a language; when its chunk cannot be had, Vietnamese stands in. Rejects when not even that can. */
export async function loadTexts(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  try {
    loaded.set(language, await chunk(language));
  } catch (error) {
    if (language === "vi") throw error;
    loaded.set(language, await chunk("vi"));
    standIns.add(language);
  }
}

/** Whether Vietnamese stands in for the bundled texts of a language. */
export const hasStandIn = (language: Language): boolean => standIns.has(language);

const none: SiteTexts = {};
/** The loaded texts of a language. {@link loadTexts} comes first, at start on the server and before hydration in the browser. */
export const bundledTexts = (language: Language): SiteTexts => loaded.get(language) ?? loaded.get("vi") ?? none;

/**
 * Whether the store's texts say anything that those which are shown do not; of what those leave out no page says anything.
 * @param usdRate as it is shown: the store has put it into its texts already
 */
export function saysElse(texts: SiteTexts, shown: SiteTexts, usdRate: string): boolean {
  const asSaid = (text: unknown): string | undefined => JSON.stringify(text)?.replaceAll("{usd_rate}", usdRate);
  return Object.entries(shown).some(([section, entries]) =>
    Object.entries(entries).some(([key, text]) => {
      const other = texts[section]?.[key];
      return other !== undefined && asSaid(other) !== asSaid(text);
    }),
  );
}
