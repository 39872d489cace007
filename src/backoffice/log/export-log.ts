import type { LogEntry } from "#contract/backoffice/staff.ts";
import { allPages } from "#backoffice/api/all-pages.ts";
import { call } from "#backoffice/api/call.ts";
import { saveFile } from "#backoffice/components/save-file.ts";
import { formatFileTime } from "#backoffice/i18n/formats.ts";
import type { TextOf } from "#backoffice/i18n/texts.ts";
import { actorName, type requestOf } from "./log-filter.tsx";
import { operationName, recordName } from "./record-name.ts";

/** As many entries as a person reads in a table; more are narrowed by a filter. */
export const maxExported = 5_000;

/** A cell of a CSV file; spreadsheets would run a text that begins like a formula, also after another separator than the comma. */
const cell = (text: string): string =>
  `"${text
    .replace(/([;\t\r\n])(?=[=+\-@])/g, "$1'")
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`;

/** The entries as a CSV file for spreadsheets. */
export function logCsv(t: TextOf, entries: readonly LogEntry[]): string {
  const columns = ["time", "person", "by", "what", "type", "record", "values", "technical"] as const;
  const rows = entries.map((entry) => {
    const { at, actor, entity, entity_id: id, change, action, address } = entry;
    return [
      ...[formatFileTime(at), actorName(t, actor), t(`log_actors.${actor.kind}`), operationName(t, entry)],
      ...[recordName(t, entity), id, JSON.stringify(change), [action, address].filter(Boolean).join(" ")],
    ];
  });
  const lines = [columns.map((name) => t(`log.${name}`)), ...rows].map((row) => row.map(cell).join(","));
  // the mark by which spreadsheets recognize UTF-8
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** Saves all entries that match, the newest first. */
export async function exportLog(t: TextOf, query: ReturnType<typeof requestOf>): Promise<void> {
  const { data } = await allPages<LogEntry>((page) => call("GET bo/log", { query: { ...query, ...page } }));
  // an entry that is recorded meanwhile moves the last one of a page to the next page
  const once = new Map(data.map((entry) => [entry.id, entry]));
  saveFile("log.csv", "text/csv", logCsv(t, [...once.values()]));
}
