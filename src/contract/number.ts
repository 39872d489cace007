import { z } from "zod";

/** A whole number, as a number or a decimal string ("3") from a form. Rejects null, "" and [3]. */
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

/** Any quantity that the database can hold; stock and limits of a line are checked later, with the figures. */
export const Quantity = WholeNumber.pipe(z.int().max(2_147_483_647));

/** Row id: a positive 32-bit integer, as in the database. */
export const RowId = WholeNumber.pipe(z.int().min(1).max(2_147_483_647));
