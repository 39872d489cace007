import type { z } from "zod";
import { Term } from "../catalog.ts";
import { wooWrites } from "./resource.ts";
import { TaxonomyName, taxonomyTexts } from "./taxonomy-texts.ts";
import { WriteInteger } from "./write.ts";
import { writeBody } from "./write-body.ts";

const shape = { ...taxonomyTexts, menu_order: WriteInteger.optional() };

export const TermCreate = writeBody(shape);
export const TermUpdate = writeBody({ ...shape, name: TaxonomyName.optional() });
export type TermBody = z.output<typeof TermUpdate>;

export const termWrites = wooWrites({
  path: "/wp-json/wc/v3/products/attributes/{attribute_id}/terms",
  tag: "Attributes and terms",
  name: "term",
  permission: "products.edit",
  create: TermCreate,
  update: TermUpdate,
  response: Term,
});
