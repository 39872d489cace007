import { z } from "zod";
import { Attribute } from "../catalog.ts";
import { translationsOf } from "./product.ts";
import { wooWrites } from "./resource.ts";
import { TaxonomyName } from "./taxonomy-texts.ts";
import { WriteBoolean } from "./write.ts";
import { writeBody } from "./write-body.ts";

const shape = {
  name: TaxonomyName,
  /** with or without the prefix `pa_` */
  slug: z.string().trim().max(200).optional(),
  type: z.enum(["select"]).optional(),
  order_by: z.enum(["menu_order", "name", "name_num", "id"]).optional(),
  has_archives: WriteBoolean.optional(),
  filter: WriteBoolean.optional().describe(
    "Extension: whether the storefront's lists can be filtered by it: only `pa_type` and `pa_gemstone`.",
  ),
  translations: translationsOf({ name: TaxonomyName }).optional(),
};

export const AttributeCreate = writeBody(shape);
export const AttributeUpdate = writeBody({ ...shape, name: TaxonomyName.optional() });
export type AttributeBody = z.output<typeof AttributeUpdate>;

export const attributeWrites = wooWrites({
  path: "/wp-json/wc/v3/products/attributes",
  tag: "Attributes and terms",
  name: "attribute",
  permission: "products.edit",
  create: AttributeCreate,
  update: AttributeUpdate,
  response: Attribute,
});
