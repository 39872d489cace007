import type { Language } from "#contract/language.ts";
import staffEn from "#contract/texts/staff.en.json" with { type: "json" };
import { t } from "./messages.ts";

interface KnownReason {
  key: string;
  names: string[];
  pattern: RegExp;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** `must be {max} at most.` matches `must be 200 at most.` */
function knownReason([key, text]: [string, string]): KnownReason {
  const parts = text.split(/\{(\w+)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const pattern = parts.map((part, index) => (index % 2 === 1 ? "([^]+?)" : escaped(part))).join("");
  return { key, names, pattern: new RegExp(`^${pattern}$`) };
}

/**
 * A translator of English reasons, which programs and the command line get as they are, for a person. One that is not known stays English.
 * @param section of the texts, whose English ones are the reasons
 */
export function reasonTranslator(
  section: "import_reasons" | "woo_reasons",
): (reason: string, lang: Language) => string {
  const known = Object.entries(staffEn[section]).map(knownReason);
  return (reason, lang) => {
    if (lang === "en") return reason;
    for (const { key, names, pattern } of known) {
      const found = pattern.exec(reason);
      if (found)
        return t(lang, `${section}.${key}`, Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""])));
    }
    return reason;
  };
}

/** The reasons of `wc/v3` about products, their images and their organization. */
export const translateWooReason = reasonTranslator("woo_reasons");
