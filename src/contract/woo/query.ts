import { z } from "zod";
import { LanguageCode } from "../field-schemas.ts";

const last = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

/**
 * Parses a query as WooCommerce does: `include=4,5`, `include[]=4&include[]=5` and `include[0]=4&include[1]=5` are
 * equivalent, the last value of a repeated name wins (WooCommerce's own client repeats every name), and a parameter
 * without a value is ignored.
 */
export function wooQuery(query: unknown): Record<string, unknown> {
  const read = new Map<string, unknown>();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === "") continue;
    const list = /^(\w+)\[(\d*)\]$/.exec(key);
    const name = list?.[1];
    if (!name) read.set(key, last(value));
    else read.set(name, [read.get(name) ?? [], list[2] === "" ? value : last(value)].flat(2));
  }
  return Object.fromEntries(read);
}

/** Maps a non-integer to 0.5, so that Zod reports it as not an integer. */
const toInteger = (value: unknown): unknown => {
  if (typeof value !== "string") return value;
  return /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : 0.5;
};
const booleans = new Map([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
]);
const toBoolean = (value: unknown): unknown => booleans.get(String(value).toLowerCase()) ?? value;
const toList = (value: unknown): unknown => (typeof value === "string" ? value.trim().split(/[\s,]+/) : value);

const between = (low: number, high: number, name: string) => {
  const error = `${name} must be between ${low} (inclusive) and ${high} (inclusive)`;
  return z.preprocess(toInteger, z.int().min(low, { error }).max(high, { error }));
};

export const integer = z.preprocess(toInteger, z.int());
export const boolean = z.preprocess(toBoolean, z.boolean());
/** Ids; an invalid id matches nothing, as in WooCommerce. */
export const idList = z
  .preprocess(toList, z.array(z.coerce.string()))
  .transform((items) => items.map((item) => (/^\d{1,9}$/.test(item.trim()) ? Number(item) : -1)));
export const text = z.string().max(200);

/** Parses a date; without a zone it is in site time, or UTC if `gmt` is set. */
export function parseMoment(value: string, gmt: boolean): Date {
  if (/(Z|[+-]\d\d:?\d\d)$/.test(value)) return new Date(value);
  return new Date(`${value.includes("T") ? value : `${value}T00:00:00`}${gmt ? "Z" : "+07:00"}`);
}

/** Years with four digits: others have no unambiguous form in WooCommerce's dates, nor in the database's. */
export const datedYears = { first: 1000, last: 9999 } as const;
const yearOf = (text: string): number => parseMoment(text, true).getUTCFullYear();

/** A bound of a filter. One before the year 1000, as .NET's zero date, bounds nothing. */
export const moment = z
  .string()
  .max(40)
  .refine((value) => yearOf(value) <= datedYears.last, { error: "Invalid date." }) // NaN fails the comparison
  .transform((value) => (yearOf(value) < datedYears.first ? `${datedYears.first}-01-02` : value));

/** The days that filters accept: all are dates of the database and of JavaScript. */
export const dateBounds = { first: "1900-01-01", last: "9999-12-31" } as const;
export const dateError = `must be a date from ${dateBounds.first} to ${dateBounds.last}, such as 2026-11-21`;
/** First or last day of a filter: `2026-11-21`. */
export const date = z.iso.date({ error: dateError }).refine((value) => value >= dateBounds.first, { error: dateError });

const dateTimeError = `must be a time from ${dateBounds.first} to ${dateBounds.last} with its zone, such as 2026-11-21T09:00:00Z`;
/** A moment: `2026-11-21T09:00:00+07:00`. */
export const dateTime = z.iso.datetime({ offset: true, error: dateTimeError }).refine(
  (value) => {
    const at = Date.parse(value);
    return at >= Date.parse(dateBounds.first) && at < Date.parse(`${dateBounds.last}T00:00:00Z`);
  },
  { error: dateTimeError },
);

/** `_fields=id,name` limits a response to those top-level fields. */
export const fields = z.preprocess(toList, z.array(z.string().max(100)).max(100)).optional();

/** `edit` returns texts as stored, for merchants. */
export const context = z.enum(["view", "edit"]).default("view");

/** Parameters of every collection. */
export const collection = {
  context,
  page: z.preprocess(toInteger, z.int().min(1).max(1_000_000)).default(1),
  per_page: between(1, 100, "per_page").default(10),
  offset: z.preprocess(toInteger, z.int().min(0)).optional(),
  search: text.optional(),
  include: idList.optional(),
  exclude: idList.optional(),
  lang: LanguageCode.default("vi"),
  _fields: fields,
};

/** Parameters of a single resource. */
export const Single = z.object({ context, lang: LanguageCode.default("vi"), _fields: fields });
export type Single = z.output<typeof Single>;

export const sortOrder = (byDefault: "asc" | "desc") => z.enum(["asc", "desc"]).default(byDefault);
