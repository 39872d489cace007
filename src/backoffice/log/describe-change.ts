import { dong } from "#contract/money.ts";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import type { TextName, TextOf } from "#backoffice/i18n/texts.ts";

interface FieldChange {
  field: string;
  text: string;
}

const isAmount = (field: string): boolean => /(^|_)(price|total|amount|fee)$/.test(field);

/** A name in both languages. */
const isTranslated = (value: unknown): value is { vi: string; en: string } =>
  typeof value === "object" && value !== null && "vi" in value && "en" in value;

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined) return "—";
  if (typeof value === "number" && Number.isSafeInteger(value) && isAmount(field)) return formatAmount(dong(value));
  if (isTranslated(value)) return `${value.vi} / ${value.en}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The name of a field in words; its own name, if there is none. */
export function fieldName(t: TextOf, field: string): string {
  const key = `log_fields.${field}`;
  const text = t(key as TextName);
  return text === key ? field : text;
}

function changeText(t: TextOf, field: string, value: unknown): string {
  if (value === true) return t("log.not_recorded");
  if (!Array.isArray(value)) return shown(field, value);
  const [before, after] = value as unknown[];
  // of what was added there is no earlier value
  return before === null ? shown(field, after) : `${shown(field, before)} → ${shown(field, after)}`;
}

/** The changed fields of a log entry: `Status: processing → completed`. */
export const describeChange = (t: TextOf, change: Record<string, unknown>): FieldChange[] =>
  Object.entries(change).map(([field, value]) => ({ field: fieldName(t, field), text: changeText(t, field, value) }));
