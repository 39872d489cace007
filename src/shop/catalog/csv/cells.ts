/** How WooCommerce writes values into the cells of its product files. */

/** Text that a spreadsheet would take for a formula. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;

/** Escapes a cell: an apostrophe before a formula makes it text, except for plain numbers. */
export const toCell = (text: string): string =>
  formula.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;

/** The text of a cell, without the apostrophe added by {@link toCell}. */
export const ofCell = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);

const entities = new Map([
  ["amp", "&"],
  ["quot", '"'],
]);

/** WordPress stores names as HTML, and WooCommerce exports them so: "Nhẫn &amp; vòng". */
export const toNames = (cell: string): string =>
  cell.replace(/&(amp|quot|#0?39);/g, (_entity, name: string) => entities.get(name) ?? "'");

/** Splits "a, b\, c" into its values, trimmed, without empty ones. */
export const toList = (text: string): string[] => allOfList(text).filter(Boolean);

/** Like {@link toList}, but with empty values: positions matter. */
export const allOfList = (text: string): string[] =>
  text.trim() === "" ? [] : text.split(/(?<!\\),/).map((value) => value.replaceAll("\\,", ",").trim());

export const ofList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(",", "\\,")).join(", ");

/** Splits "Quà tặng > Cho nàng" into the names from the top down. */
export const toPath = (text: string): string[] =>
  text
    .split(/(?<!\\)>/)
    .map((name) => name.replaceAll("\\>", ">").trim())
    .filter(Boolean);

export const ofPath = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(">", "\\>")).join(" > ");

/** Descriptions have escaped line feeds. */
export const toHtml = (cell: string): string => cell.replace(/\\\\n|\\n/g, (found) => (found === "\\n" ? "\n" : "\\n"));

export const ofHtml = (html: string): string =>
  html.replaceAll("\\n", "\\\\n").replaceAll("\r", "").replaceAll("\n", "\\n");

const booleans = new Map<string, boolean>([
  ...["1", "yes", "true"].map((yes) => [yes, true] as const),
  ...["0", "no", "false"].map((no) => [no, false] as const),
]);

/** null if it is neither yes nor no */
export const toBoolean = (cell: string): boolean | null => booleans.get(cell.trim().toLowerCase()) ?? null;

const moment = /^([1-9]\d{3}-\d\d-\d\d)(?:[T ](\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,3})?)?)?$/;

/**
 * A date in the shop's time zone, or null if it is invalid.
 * @param endOfDay a date without a time means its last second, not its first
 */
export function toMoment(cell: string, endOfDay = false): Date | null {
  const [, day, hour, minute, second, fraction = ""] = moment.exec(cell.trim()) ?? [];
  if (!day) return null;
  const time = hour
    ? `${hour.padStart(2, "0")}:${minute}:${second ?? "00"}${fraction}`
    : endOfDay
      ? "23:59:59"
      : "00:00:00";
  const date = new Date(`${day}T${time}+07:00`);
  // February the 30th would be parsed as a day in March
  return Number.isNaN(date.getTime()) || !ofMoment(date).startsWith(day) ? null : date;
}

const siteOffsetMs = 7 * 60 * 60 * 1000;

/** `2026-01-31 09:00:00` in the shop's time zone; milliseconds only if there are any, so that nothing is lost. */
export function ofMoment(date: Date | null): string {
  if (!date) return "";
  const text = new Date(date.getTime() + siteOffsetMs).toISOString().replace("T", " ").replace("Z", "");
  return text.endsWith(".000") ? text.slice(0, -4) : text;
}
