import { z } from "zod";
import { wooWrites } from "./resource.ts";
import { TaxonomyName, taxonomyTexts } from "./taxonomy-texts.ts";
import { writeBody } from "./write-body.ts";

export const Tag = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  /** number of published products */
  count: z.int(),
});

export const TagCreate = writeBody(taxonomyTexts);
export const TagUpdate = writeBody({ ...taxonomyTexts, name: TaxonomyName.optional() });
export type TagBody = z.output<typeof TagUpdate>;

export const tagWrites = wooWrites({
  path: "/wp-json/wc/v3/products/tags",
  tag: "Tags",
  name: "tag",
  permission: "products.edit",
  create: TagCreate,
  update: TagUpdate,
  response: Tag,
});
