import { z } from "zod";

const Id = z.int().min(1).max(999_999_999);

/** A place in the tree: below `parent` (0: at the top), before one of its children or last. */
export const CategoryPlace = z.object({
  parent: z.int().min(0).max(999_999_999),
  before: Id.nullable().default(null),
});
export type CategoryPlace = z.output<typeof CategoryPlace>;

/** Every category but the default one, in the order of the tree. */
export const CategoryTree = z.array(z.object({ id: z.int(), parent: z.int(), menu_order: z.int() }));
export type CategoryTree = z.infer<typeof CategoryTree>;

/** What deleting a category affects; products in the trash are not counted. */
export const CategoryUsage = z.object({
  products: z.int(),
  /** products that have no other category */
  only_here: z.int(),
  /** categories below it, which move up */
  children: z.int(),
});
export type CategoryUsage = z.infer<typeof CategoryUsage>;

/** `target`: the category that its products move to; required if it has products. */
export const DeleteCategory = z.object({ target: Id.optional() });

export const CategoryDeletion = z.object({
  id: z.int(),
  /** ISO: it can be undone until then */
  until: z.string(),
  products: z.int(),
});
export type CategoryDeletion = z.infer<typeof CategoryDeletion>;

/** All attributes, or all terms of an attribute, in their new order. */
export const TaxonomyOrder = z.object({ ids: z.array(Id).min(1).max(2_000) });

export const MergeTerms = z.object({ from: Id, into: Id, dry_run: z.boolean() });
export type MergeTerms = z.output<typeof MergeTerms>;

const NamedProduct = z.object({ id: z.int(), name: z.string() });

export const TermMerge = z.object({
  merged: z.boolean(),
  /** products and variations that have the term that goes away */
  products: z.int(),
  variations: z.int(),
  /** products where both terms were selected, at most 200 */
  both: z.array(NamedProduct),
  /** variations that would be equal afterwards, at most 200: nothing is merged while there are any */
  equal: z.array(
    z.object({
      product: NamedProduct,
      variations: z.array(z.object({ id: z.int(), option: z.string(), sku: z.string() })),
    }),
  ),
});
export type TermMerge = z.infer<typeof TermMerge>;
