import type { Translated } from "#contract/language.ts";
import type { TranslatedText } from "#contract/woo/product.ts";
import type { WriteMeta } from "#contract/woo/write.ts";
import type { MetaText } from "#shop/kernel/woo/woo-meta.ts";
import type { TextWrite } from "../merge-translations.ts";
import type { ProductExtra, ProductState } from "./product-state.ts";

/** An attribute in a write: a shared one by id, or one of the product's own by name. */
export interface AttributeWrite {
  id: number | null;
  name: string;
  position: number;
  visible: boolean;
  /** used for variations, not only descriptive */
  variation: boolean;
  /** names of terms, in either language; missing ones are created */
  options: string[];
}

export interface ImageWrite {
  id: number;
  /** file name; undefined leaves it */
  name?: string | undefined;
  alt?: TextWrite | undefined;
  /** default: true with a text, else as before */
  confirmed?: boolean | undefined;
}

/** Columns that a write sets without further checks. */
type PlainFields = Pick<
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
  | "cost"
  | "place"
>;

/** Fields of `extra` with rules of their own. */
type SpecialExtra = "purchase_note" | "default_of" | "seo_title" | "seo_description" | "english";

type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined };

/**
 * The fields of one product in a write; undefined leaves a field as it is, or gives a new product WooCommerce's
 * default. HTML is sanitised already. Weights are grams, sizes millimetres.
 */
export interface ProductChange extends Optional<PlainFields> {
  status?: ProductState["status"] | undefined;
  name?: TextWrite | undefined;
  description?: TextWrite | undefined;
  shortDescription?: TextWrite | undefined;
  purchaseNote?: TextWrite | undefined;
  /** any text; it is converted to a plain, unique slug */
  slug?: string | undefined;
  /** "" for none */
  sku?: string | undefined;
  /** `quantity` applies to managed stock, `inStock` to unmanaged stock */
  stock?: Optional<{ managed: boolean; quantity: number; delta: number; inStock: boolean }> | undefined;
  categoryIds?: number[] | undefined;
  tags?: ({ id: number } | { name: string })[] | undefined;
  pictures?: ImageWrite[] | undefined;
  attributes?: AttributeWrite[] | undefined;
  defaults?: { id: number | null; name: string; option: string }[] | undefined;
  meta?: WriteMeta | undefined;
  /** from a CSV file, instead of `meta` */
  metaTexts?: readonly MetaText[] | undefined;
  /** what search engines show; each language by itself */
  seoTitle?: Partial<Translated> | undefined;
  seoDescription?: Partial<Translated> | undefined;
  /** texts whose English version is right as it is */
  confirmedTranslations?: readonly TranslatedText[] | undefined;
  extra?: Optional<Omit<ProductExtra, SpecialExtra>> | undefined;
}

/** One entry of {@link writeProducts}. @param id null for a new product */
export interface ProductWrite {
  id: number | null;
  /** id of a new product, which must be free; default: the next of the sequence */
  newId?: number | undefined;
  /** the version that the product must still have, see productVersion */
  version?: string | null | undefined;
  change: ProductChange;
}
