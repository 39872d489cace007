import { z } from "zod";
import { translationsOf } from "./product.ts";

/** A name as WordPress cleans it: one line, without tags. */
export const ShelfName = z
  .string()
  .max(500)
  .transform((text) =>
    text
      .replace(/<\/?[a-z!][^>]*>/gi, "")
      .replace(/\s+/g, " ")
      .trim(),
  )
  .pipe(z.string().max(200));

/** Shown as plain text in the shop. */
export const ShelfDescription = z.string().trim().max(20_000);

/** Texts and address of what products are filed under; a slug that is taken, or "", is made from the name. */
export const shelfTexts = {
  name: ShelfName,
  slug: z.string().trim().max(200).optional(),
  description: ShelfDescription.optional(),
  translations: translationsOf({ name: ShelfName, description: ShelfDescription }).optional(),
};
