import { z } from "zod";
import { Category } from "../catalog.ts";
import { OneImage } from "./one-image.ts";
import { wooWrites } from "./resource.ts";
import { TaxonomyName, taxonomyTexts } from "./taxonomy-texts.ts";
import { WriteId, WriteInteger } from "./write.ts";
import { writeBody } from "./write-body.ts";

/**
 * A category's free gift by slug; with a name and an image it is created, or updated for every category that uses it.
 */
const WriteGift = z.object({
  slug: z.string().trim().min(1).max(200),
  name: TaxonomyName.optional(),
  image: OneImage.optional(),
  translations: z.object({ vi: TaxonomyName.optional(), en: TaxonomyName.optional() }).optional(),
});
export type WriteGift = z.output<typeof WriteGift>;

const shape = {
  ...taxonomyTexts,
  parent: WriteId.optional(),
  display: z.enum(["default", "products", "subcategories", "both"]).optional(),
  image: OneImage.optional(),
  menu_order: WriteInteger.optional(),
  kind: z
    .enum(["jewelry", "gift", "hidden"])
    .optional()
    .describe("Extension: where the storefront shows the category; a hidden one is visible to merchants only."),
  gift: WriteGift.nullable()
    .optional()
    .describe("Extension: the free gift by slug, null for none. With a name and an image it is created or updated."),
};

export const CategoryCreate = writeBody(shape, ["gift"]);
export const CategoryUpdate = writeBody({ ...shape, name: TaxonomyName.optional() }, ["gift"]);
export type CategoryBody = z.output<typeof CategoryUpdate>;

export const categoryWrites = wooWrites({
  path: "/wp-json/wc/v3/products/categories",
  tag: "Categories",
  name: "category",
  permission: "products.edit",
  create: CategoryCreate,
  update: CategoryUpdate,
  response: Category.extend({ kind: z.enum(["jewelry", "gift", "hidden"]) }),
});
