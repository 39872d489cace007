import { z } from "zod";
import { type Dong, dong } from "../money.ts";
import { datedYears, parseMoment } from "./query.ts";

/** Values from merchants' programs: JSON types, or their string forms from a form body. */

/** "3" becomes 3; anything else is passed on unchanged, so that the error names it. */
const toNumber = (value: unknown): unknown =>
  typeof value === "string" && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
const toBoolean = (value: unknown): unknown =>
  ({ "1": true, true: true, "0": false, false: false })[String(value).toLowerCase()] ?? value;

export const WriteInteger = z.preprocess(toNumber, z.int().min(-2_147_483_648).max(2_147_483_647));
export const WriteBoolean = z.preprocess(toBoolean, z.boolean());
/** A row id; 0 where WooCommerce uses it for "none". */
export const WriteId = z.preprocess(toNumber, z.int().min(0).max(2_147_483_647));

/** Maximum length of a description; a request body may be 1 MB. */
export const maxText = 200_000;

/** @param text as a schema below accepts it; "" for none */
const parseAmount = (text: string): Dong | null => (text === "" ? null : dong(Number(text)));

/**
 * A price as a string, as in WooCommerce, "" for none. Prices are whole đồng, so decimals other than zeros are
 * rejected, not rounded. Parses to {@link Dong} or null.
 */
export const PriceText = z
  .string()
  .trim()
  .regex(/^(\d{1,12}(\.0+)?)?$/, { error: "must be a whole number of đồng as a text, or empty for none." })
  .transform(parseAmount);

/** An amount as {@link PriceText} that may be negative. */
export const SignedAmountText = z
  .string()
  .trim()
  .regex(/^(-?\d{1,12}(\.0+)?)?$/)
  .transform(parseAmount);

/** Parses a valid {@link DateText}. @param gmt whether a date without a zone is in UTC, instead of site time */
export const parseWriteDate = (text: string, gmt: boolean): Date => parseMoment(text.replace(" ", "T"), gmt);

function hasDatedYear(text: string): boolean {
  const year = parseWriteDate(text, false).getUTCFullYear();
  return year >= datedYears.first && year <= datedYears.last;
}

/** A date as in WooCommerce, in site time unless it has a zone; null or "" for none. */
export const DateText = z
  .string()
  .trim()
  .regex(/^(\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?(Z|[+-]\d\d:?\d\d)?)?$/, { error: "Invalid date." })
  .refine((text) => text === "" || !Number.isNaN(parseWriteDate(text, false).getTime()), {
    error: "Invalid date.",
    abort: true,
  })
  .refine((text) => text === "" || hasDatedYear(text), {
    error: `must be a date in the years ${datedYears.first} to ${datedYears.last}.`,
  })
  .nullable();

/** Custom metadata. Keys with a leading underscore are public too; an entry may be identified by its `id` instead. */
export const WriteMeta = z
  .array(
    z
      .object({ id: WriteId.optional(), key: z.string().max(255).default(""), value: z.json().nullable() })
      .refine(({ id, key }) => id || key, { path: ["key"], error: "must be named, or the fact's id." }),
  )
  .max(200);
export type WriteMeta = z.output<typeof WriteMeta>;
