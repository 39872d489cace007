import type { LogEntry } from "#contract/backoffice/staff.ts";
import type { TextName, TextOf } from "#backoffice/i18n/texts.ts";

/** The kind of a changed record in words; its own name, if a later version of the server has added it. */
export function recordName(t: TextOf, entity: string): string {
  const key = `log_records.${entity}`;
  const text = t(key as TextName);
  return text === key ? entity : text;
}

/** What an entry did in words; an action that changes no record by its own name, if there is one. */
export function operationName(t: TextOf, { operation, action }: Pick<LogEntry, "operation" | "action">): string {
  const key = `log_done.${action.replace("lianne-admin/v1/", "")}`;
  const text = operation === "done" ? t(key as TextName) : key;
  return text === key ? t(`log.${operation}`) : text;
}

/** A record with its id; settings have names of their own. */
export function recordTitle(t: TextOf, entity: string, id: string): string {
  const key = `setting_names.${id}`;
  const name = entity === "setting" ? t(key as TextName) : key;
  return `${recordName(t, entity)} ${name === key ? id : `“${name}”`}`;
}

/** The screen of a record, below `/admin`; null if it has none of its own. */
export function recordScreen(entity: string, id: string): string | null {
  if (entity === "order" || entity === "packing") return `/orders/${id}`;
  return entity === "product" ? `/products/${id}` : null;
}
