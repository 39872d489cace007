import type { Language } from "#contract/language.ts";
import type Texts from "#contract/texts/backoffice.vi.json";
import { externalStore } from "#design/external-store.ts";

type BackOfficeTexts = typeof Texts;
/** `section.name` of every text in `src/contract/texts/backoffice.{vi,en}.json`. */
export type TextName = {
  [S in keyof BackOfficeTexts & string]: `${S}.${keyof BackOfficeTexts[S] & string}`;
}[keyof BackOfficeTexts & string];
export type TextValues = Readonly<Record<string, string | number>>;
/** The text of a key with its `{placeholders}` filled in. */
export type TextOf = (key: TextName, values?: TextValues) => string;

interface LoadedTexts {
  language: Language;
  sections: Record<string, Record<string, string>>;
}

const load = {
  vi: () => import("#contract/texts/backoffice.vi.json"),
  en: () => import("#contract/texts/backoffice.en.json"),
};

const storageKey = "lianne-admin-language";
const loaded = externalStore<LoadedTexts>({ language: "vi", sections: {} });

/** The language that this browser used last; Vietnamese at first, regardless of the browser's language. */
export const rememberedLanguage = (): Language => (localStorage.getItem(storageKey) === "en" ? "en" : "vi");

/** Switches all texts; screens stay as they are, with what is typed in them. */
export async function showLanguage(language: Language): Promise<void> {
  const { default: sections } = await load[language]();
  localStorage.setItem(storageKey, language);
  document.documentElement.lang = language;
  loaded.set({ language, sections });
}

export const currentLanguage = (): Language => loaded.get().language;
export const useLanguage = (): Language => loaded.use().language;

const textFrom =
  ({ sections }: LoadedTexts): TextOf =>
  (key, values = {}) => {
    const [section = "", name = ""] = key.split(".");
    const text = sections[section]?.[name] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, field: string) => String(values[field] ?? whole));
  };

export const useTexts = (): TextOf => textFrom(loaded.use());
