import type { Language } from "#contract/language.ts";
import type Texts from "#contract/texts/backoffice.vi.json";
import { externalStore } from "#design/external-store.ts";
import { fillIn, type TextValues } from "./fill-in.ts";

type BackOfficeTexts = typeof Texts;
/** `section.name` of every text in `src/contract/texts/backoffice.{vi,en}.json`. */
export type TextName = {
  [S in keyof BackOfficeTexts & string]: `${S}.${keyof BackOfficeTexts[S] & string}`;
}[keyof BackOfficeTexts & string];
export type { TextValues };
/** The text of a key with its `{placeholders}` filled in. */
export type TextOf = (key: TextName, values?: TextValues) => string;

interface LoadedTexts {
  language: Language;
  sections: Record<string, Record<string, string>>;
}

const load = {
  vi: {
    first: () => import("virtual:backoffice-texts/vi/first"),
    later: () => import("virtual:backoffice-texts/vi/later"),
  },
  en: {
    first: () => import("virtual:backoffice-texts/en/first"),
    later: () => import("virtual:backoffice-texts/en/later"),
  },
};

const storageKey = "lianne-admin-language";
const loaded = externalStore<LoadedTexts>({ language: "vi", sections: {} });

/** The language that this browser used last; Vietnamese at first, regardless of the browser's language. */
export const rememberedLanguage = (): Language => (localStorage.getItem(storageKey) === "en" ? "en" : "vi");

/** What has been loaded of each language. */
const texts: Record<Language, LoadedTexts["sections"]> = { vi: {}, en: {} };
/** Whether a screen with a session was opened: before the sign-in only its own texts are loaded. */
let needsAll = false;
/** The language to be shown: a load that ends later than one of another language does not replace it. */
let wanted: Language = "vi";

/** Switches all texts; screens stay as they are, with what is typed in them. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  const { first, later } = load[language];
  const parts = await Promise.all(needsAll ? [first(), later()] : [first()]);
  Object.assign(texts[language], ...parts.map((part) => part.default));
  if (wanted !== language) return showLanguage(wanted);
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
  loaded.set({ language, sections: { ...texts[language] } });
}

/** Loads the texts of the screens with a session, too. */
export async function showAllTexts(): Promise<void> {
  if (needsAll) return;
  needsAll = true;
  await showLanguage(wanted);
}

export const currentLanguage = (): Language => loaded.get().language;
export const useLanguage = (): Language => loaded.use().language;

/** The names of a section's texts, where they are a list of values. */
export const namesIn = (section: keyof BackOfficeTexts): string[] => Object.keys(loaded.get().sections[section] ?? {});

const textFrom =
  ({ sections }: LoadedTexts): TextOf =>
  (key, values = {}) => {
    const [section = "", name = ""] = key.split(".");
    const text = sections[section]?.[name] ?? key;
    return fillIn(text, values);
  };

export const useTexts = (): TextOf => textFrom(loaded.use());
