import type { Language } from "#contract/language.ts";
import staffEn from "#contract/texts/staff.en.json" with { type: "json" };
import { t } from "#shop/kernel/request/messages.ts";

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

const knownReasons = Object.entries(staffEn.import_reasons).map(knownReason);

/**
 * The reason why a line or a file is rejected, in the person's language. The importer's reasons are English, as those of `wc/v3`: the
 * command line and its reports have them. One that is not known stays English.
 */
export function translateReason(reason: string, lang: Language): string {
  if (lang === "en") return reason;
  for (const { key, names, pattern } of knownReasons) {
    const found = pattern.exec(reason);
    if (found)
      return t(lang, `import_reasons.${key}`, Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ""])));
  }
  return reason;
}
