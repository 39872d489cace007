import type { WriteMeta } from "#contract/woo/write.ts";
import type { MetaText } from "#shop/kernel/woo/woo-meta.ts";
import type { WrittenText } from "../merge-translations.ts";
import type { Kept, ProductState } from "./product-state.ts";

/** An attribute as a write names it: one of the shop by id, or one of the product's own by name. */
export interface WrittenAttribute {
  id: number | null;
  name: string;
  position: number;
  visible: boolean;
  /** what is chosen from, and not only told of */
  variation: boolean;
  /** names of terms, in either language; those that do not exist yet are made */
  options: string[];
}

export interface WrittenPicture {
  id: number;
  /** of the file; undefined leaves it */
  name?: string | undefined;
  alt?: WrittenText | undefined;
}

/** Columns that a write simply sets. */
type Plain = Pick<
  ProductState,
  | "type"
  | "featured"
  | "catalogVisibility"
  | "regularPrice"
  | "saleWanted"
  | "saleFrom"
  | "saleTo"
  | "weightG"
  | "lengthMm"
  | "widthMm"
  | "heightMm"
  | "menuOrder"
  | "careGroup"
  | "adjustable"
  | "giftSlug"
  | "createdAt"
>;

type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/**
 * What a write says of one product; undefined leaves a field as it is, or gives a new product WooCommerce's default.
 * HTML is sanitised already. Prices are whole đồng, weights grams, sizes millimetres.
 */
export interface ProductChange extends Optional<Plain> {
  status?: ProductState["status"] | undefined;
  name?: WrittenText | undefined;
  description?: WrittenText | undefined;
  shortDescription?: WrittenText | undefined;
  purchaseNote?: WrittenText | undefined;
  /** any text; it is made plain and unique */
  slug?: string | undefined;
  /** "" for none */
  sku?: string | undefined;
  /** of the stock; `quantity` counts where pieces are counted, `inStock` where they are not */
  stock?: Optional<{ counted: boolean; quantity: number; delta: number; inStock: boolean }> | undefined;
  categoryIds?: number[] | undefined;
  tags?: ({ id: number } | { name: string })[] | undefined;
  pictures?: WrittenPicture[] | undefined;
  attributes?: WrittenAttribute[] | undefined;
  defaults?: { id: number | null; name: string; option: string }[] | undefined;
  meta?: WriteMeta | undefined;
  /** of a file, instead of `meta` */
  metaTexts?: readonly MetaText[] | undefined;
  kept?: Optional<Omit<Kept, "purchase_note" | "default_of">> | undefined;
}

/** One entry of {@link writeProducts}. @param id null for a new product */
export interface ProductWrite {
  id: number | null;
  /** of a new product: one that nothing has; the next of the series where it is left out */
  newId?: number | undefined;
  change: ProductChange;
}
