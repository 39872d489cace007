import { z } from "zod";

/** A whole number, as a number or as a form writes it ("3"). Nothing else counts as one: neither null, "" nor [3]. */
export const WholeNumber = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^[+-]?\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int());

/** Identifier of a row: what the database's integer holds. */
export const RowId = WholeNumber.pipe(z.int().min(1).max(2_147_483_647));
