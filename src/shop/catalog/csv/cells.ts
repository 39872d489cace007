/** How WooCommerce writes values into the cells of its product files. */

/** What a spreadsheet would take for a formula. */
const formula = /^'*[=+\-@\t\r]/;
const guarded = /^'+[=+\-@\t\r]/;

/** A text as a cell: what a spreadsheet would run is made a text by an apostrophe before it, plain numbers aside. */
export const toCell = (text: string): string =>
  formula.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;

/** The text of a cell, without the apostrophe that {@link toCell} put there. */
export const ofCell = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell);

const entities = new Map([
  ["amp", "&"],
  ["quot", '"'],
]);

/** WordPress keeps names as HTML, and WooCommerce's files have them so: "Nhẫn &amp; vòng". */
export const toNames = (cell: string): string =>
  cell.replace(/&(amp|quot|#0?39);/g, (_entity, name: string) => entities.get(name) ?? "'");

/** "a, b\, c" as its values, trimmed, without empty ones. */
export const toList = (text: string): string[] => allOfList(text).filter(Boolean);

/** Like {@link toList}, with empty ones: places count. */
export const allOfList = (text: string): string[] =>
  text.trim() === "" ? [] : text.split(/(?<!\\),/).map((value) => value.replaceAll("\\,", ",").trim());

export const ofList = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(",", "\\,")).join(", ");

/** "Quà tặng > Cho nàng" as the names from the top down. */
export const toPath = (text: string): string[] =>
  text
    .split(/(?<!\\)>/)
    .map((name) => name.replaceAll("\\>", ">").trim())
    .filter(Boolean);

export const ofPath = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(">", "\\>")).join(" > ");

/** Descriptions have their line ends written out. */
export const toHtml = (cell: string): string => cell.replace(/\\\\n|\\n/g, (found) => (found === "\\n" ? "\n" : "\\n"));

export const ofHtml = (html: string): string =>
  html.replaceAll("\\n", "\\\\n").replaceAll("\r", "").replaceAll("\n", "\\n");

const answers = new Map<string, boolean>([
  ...["1", "yes", "true"].map((yes) => [yes, true] as const),
  ...["0", "no", "false"].map((no) => [no, false] as const),
]);

/** null for what is neither yes nor no */
export const toAnswer = (cell: string): boolean | null => answers.get(cell.trim().toLowerCase()) ?? null;

const moment = /^([1-9]\d{3}-\d\d-\d\d)(?:[T ](\d{1,2}):(\d\d)(?::(\d\d)(\.\d{1,3})?)?)?$/;

/**
 * A date in the shop's time, or null for what is none.
 * @param endOfDay what a date without a time means: its last second, and not its first
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
  // February the 30th would be read as a day in March
  return Number.isNaN(date.getTime()) || !ofMoment(date).startsWith(day) ? null : date;
}

const siteOffsetMs = 7 * 60 * 60 * 1000;

/** `2026-01-31 09:00:00` in the shop's time; thousandths only where there are any, so that nothing is lost. */
export function ofMoment(date: Date | null): string {
  if (!date) return "";
  const text = new Date(date.getTime() + siteOffsetMs).toISOString().replace("T", " ").replace("Z", "");
  return text.endsWith(".000") ? text.slice(0, -4) : text;
}
