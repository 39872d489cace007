import { z } from "zod";

/** The shop's two languages; Vietnamese is the default. */
export const languages = ["vi", "en"] as const;
export const Language = z.enum(languages);
export type Language = z.infer<typeof Language>;
export const defaultLanguage: Language = "vi";

/** A text in both languages, as the database stores it. */
export const Translated = z.object({ vi: z.string(), en: z.string() });
export type Translated = z.infer<typeof Translated>;

/** Cookies that carry the shopper's choice; readable by script, one year. */
export const languageCookie = "preferred-language";
export const currencyCookie = "preferred-currency";
export const preferenceMaxAgeSeconds = 365 * 24 * 60 * 60;
