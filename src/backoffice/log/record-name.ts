import type { TextName, TextOf } from "#backoffice/i18n/texts.ts";

/** The kind of a changed record in words; its own name, if a later version of the server has added it. */
export function recordName(t: TextOf, entity: string): string {
  const key = `log_records.${entity}`;
  const text = t(key as TextName);
  return text === key ? entity : text;
}

/** The screen of a record, below `/admin`; null if it has none of its own. */
export function recordScreen(entity: string, id: string): string | null {
  if (entity === "order" || entity === "packing") return `/orders/${id}`;
  return entity === "product" ? `/products/${id}` : null;
}
