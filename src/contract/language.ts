/** The shop's two languages; Vietnamese is the default. */
export const languages = ["vi", "en"] as const;
export type Language = (typeof languages)[number];
export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value);
export const defaultLanguage: Language = "vi";

/** A text in both languages, as the database stores it. */
export type Translated = Record<Language, string>;

/** Preference cookies, readable by scripts, valid for one year. */
export const languageCookie = "preferred-language";
export const currencyCookie = "preferred-currency";
export const preferenceMaxAgeSeconds = 365 * 24 * 60 * 60;
