import { z } from "zod";

/*
 * Schemas for documents of other services. A field that is not needed must not reject a document, whether it is missing,
 * null or of another type.
 */

/** An optional field: undefined if it is missing, null or invalid. */
export const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** The valid rows of a list; [] if it is missing, null or no list. */
export const lenientRows = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((rows) =>
      rows.flatMap((row) => {
        const parsed = schema.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      }),
    );

/** An optional list: [] if it is missing or null. Invalid if it is no list, or has an invalid row. */
export const optionalRows = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .array(schema)
    .nullish()
    .transform((rows) => rows ?? []);

const decimalDigits = /^\d{1,15}$/;
/** A whole number of at least 0, as a number or as decimal digits. Unlike `z.coerce` it accepts no null, true or "". */
export const WholeNumber = z
  .union([z.number(), z.string().regex(decimalDigits).transform(Number)])
  .pipe(z.int().nonnegative());

/** An identifier, as text or as a number. */
export const Identifier = z.union([z.string().min(1), z.number().transform(String)]);

const plausibleYears = { first: 2000, last: 9999 };

const isSeconds = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));

/** Parses ISO texts and unix seconds; Go's zero date, years that cannot be meant, missing and invalid values give null. */
export function momentOf(value: unknown): Date | null {
  const date = isSeconds(value) ? new Date(Number(value) * 1000) : new Date(typeof value === "string" ? value : "");
  const year = date.getUTCFullYear();
  return year >= plausibleYears.first && year <= plausibleYears.last ? date : null; // NaN fails the comparison
}
// without `optional` a missing key would be invalid
export const Moment = z.unknown().optional().transform(momentOf);
