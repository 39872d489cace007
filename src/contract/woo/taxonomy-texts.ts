import { z } from "zod";
import { translationsOf } from "./product.ts";

/** One line, without tags. */
export const cleanName = (text: string): string =>
  text
    .replace(/<\/?[a-z!][^>]*>/gi, "")
    .replace(/\s+/g, " ")
    .trim();

/** A name as WordPress cleans it. */
export const ShelfName = z.string().max(500).transform(cleanName).pipe(z.string().max(200));

/** Shown as plain text in the shop. */
export const ShelfDescription = z.string().trim().max(20_000);

/** Texts and address of what products are filed under; a slug that is taken, or "", is made from the name. */
export const shelfTexts = {
  name: ShelfName,
  slug: z.string().trim().max(200).optional(),
  description: ShelfDescription.optional(),
  translations: translationsOf({ name: ShelfName, description: ShelfDescription }).optional(),
};
