import type { Language } from "#contract/language.ts";
import en from "#contract/texts/en.json" with { type: "json" };
import vi from "#contract/texts/vi.json" with { type: "json" };

const texts: Record<Language, Record<string, Record<string, unknown>>> = { vi, en };

/**
 * Translates a message of the bundled texts, `section.key`, and fills in its `{placeholders}`. @throws for an unknown
 * key
 */
export function t(lang: Language, key: string, values: Record<string, string | number> = {}): string {
  const [section = "", name = ""] = key.split(".");
  const sentence = texts[lang][section]?.[name];
  if (typeof sentence !== "string") throw new Error(`no sentence ${key} in ${lang}`);
  return sentence.replace(/\{(\w+)\}/g, (whole, field: string) => String(values[field] ?? whole));
}
