import type { Language } from "#contract/language.ts";
import en from "#contract/texts/en.json" with { type: "json" };
import staffEn from "#contract/texts/staff.en.json" with { type: "json" };
import staffVi from "#contract/texts/staff.vi.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };

// the texts of the back office have files of their own, which the storefront does not load
const { emails: _vi, ...ofStaffVi } = staffVi;
const { emails: _en, ...ofStaffEn } = staffEn;
const messages: Record<Language, Record<string, Record<string, unknown>>> = {
  vi: { ...vi, ...ofStaffVi },
  en: { ...en, ...ofStaffEn },
};

/** Whether there is a message of this key: for codes of carriers and gateways, which may be new. */
export function hasMessage(key: string): boolean {
  const [section = "", name = ""] = key.split(".");
  return typeof messages.vi[section]?.[name] === "string";
}

/** The text of a code, or the code itself where there is none: carriers, gateways and later versions add codes. */
export const named = (lang: Language, section: string, code: string): string =>
  hasMessage(`${section}.${code}`) ? t(lang, `${section}.${code}`) : code;

/**
 * Translates a message of the bundled texts, `section.key`, and fills in its `{placeholders}`. @throws for an unknown
 * key
 */
export function t(lang: Language, key: string, values: Record<string, string | number> = {}): string {
  const [section = "", name = ""] = key.split(".");
  const message = messages[lang][section]?.[name];
  if (typeof message !== "string") throw new Error(`no message ${key} in ${lang}`);
  return message.replace(/\{(\w+)\}/g, (placeholder, field: string) => String(values[field] ?? placeholder));
}
