import { z } from "zod";
import { translationsOf } from "./product.ts";

/** Removes tags and collapses whitespace. */
export const cleanName = (text: string): string =>
  text
    .replace(/<\/?[a-z!][^>]*>/gi, "")
    .replace(/\s+/g, " ")
    .trim();

/** A name, sanitized as in WordPress. */
export const TaxonomyName = z.string().max(500).transform(cleanName).pipe(z.string().max(200));

/** Displayed as plain text. */
export const TaxonomyDescription = z.string().trim().max(20_000);

/** Texts and slug of a taxonomy term; a slug that is "" or taken is generated from the name. */
export const taxonomyTexts = {
  name: TaxonomyName,
  slug: z.string().trim().max(200).optional(),
  description: TaxonomyDescription.optional(),
  translations: translationsOf({ name: TaxonomyName, description: TaxonomyDescription }).optional(),
};
