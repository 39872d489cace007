import { z } from "zod";
import { Category } from "../catalog.ts";
import { OneImage } from "./one-image.ts";
import { wooWrites } from "./resource.ts";
import { ShelfName, shelfTexts } from "./taxonomy-texts.ts";
import { WriteId, WriteInteger } from "./write.ts";
import { writeBody } from "./write-body.ts";

/** The free gift of a category, by slug; with a name and a picture it is made, or changed, for every category that has it. */
const WriteGift = z.object({
  slug: z.string().trim().min(1).max(200),
  name: ShelfName.optional(),
  image: OneImage.optional(),
  translations: z.object({ vi: ShelfName.optional(), en: ShelfName.optional() }).optional(),
});
export type WriteGift = z.output<typeof WriteGift>;

const shape = {
  ...shelfTexts,
  parent: WriteId.optional(),
  display: z.enum(["default", "products", "subcategories", "both"]).optional(),
  image: OneImage.optional(),
  menu_order: WriteInteger.optional(),
  kind: z
    .enum(["jewelry", "gift", "hidden"])
    .optional()
    .describe("This shop's own: where the storefront shows the category; a hidden one is seen by merchants alone."),
  gift: WriteGift.nullable()
    .optional()
    .describe("This shop's own: the free gift by slug, null for none. With a name and an image it is made or changed."),
};

export const CategoryCreate = writeBody(shape, ["gift"]);
export const CategoryUpdate = writeBody({ ...shape, name: ShelfName.optional() }, ["gift"]);
export type CategoryBody = z.output<typeof CategoryUpdate>;

export const categoryWrites = wooWrites({
  path: "/wp-json/wc/v3/products/categories",
  tag: "Categories",
  name: "category",
  create: CategoryCreate,
  update: CategoryUpdate,
  response: Category.extend({ kind: z.enum(["jewelry", "gift", "hidden"]) }),
});
