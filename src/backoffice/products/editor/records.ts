import type { TranslatedText } from "#contract/woo/product.ts";
import type { ProductSpecifications } from "#contract/woo/specifications.ts";

/** Texts of a product in one language. */
interface ProductTexts {
  name: string;
  short_description: string;
  description: string;
  seo_title: string;
  seo_description: string;
}

export interface EditedImage {
  id: number;
  src: string;
  width: number;
  height: number;
  alt_confirmed: boolean;
  translations: Record<"vi" | "en", { alt: string }>;
}

export interface EditedAttribute {
  id: number;
  name: string;
  slug: string;
  visible: boolean;
  variation: boolean;
  options: string[];
}

interface Cost {
  values: { defined_value: number }[];
}

/** A product as a staff member reads it in the edit context: the fields that the editor uses. */
export interface EditedProduct {
  id: number;
  slug: string;
  status: string;
  type: "simple" | "variable";
  permalink: string;
  /** site time and UTC, without a zone */
  date_created: string;
  date_modified_gmt: string;
  sku: string;
  global_unique_id: string;
  regular_price: string;
  sale_price: string;
  date_on_sale_from: string | null;
  date_on_sale_to: string | null;
  manage_stock: boolean;
  stock_quantity: number | null;
  stock_status: string;
  featured: boolean;
  images: EditedImage[];
  categories: { id: number; name: string }[];
  tags: { id: number; name: string }[];
  attributes: EditedAttribute[];
  upsell_ids: number[];
  specifications: ProductSpecifications | null;
  translations: Record<"vi" | "en", ProductTexts>;
  english_lacks: Partial<Record<TranslatedText, string>>;
  storage_place: string;
  cost_of_goods_sold?: Cost;
}

/** A variation, as {@link EditedProduct}. */
export interface EditedVariation {
  id: number;
  /** for `If-Match`; a draft of an earlier release has none */
  version?: string;
  status: string;
  sku: string;
  regular_price: string;
  sale_price: string;
  manage_stock: boolean | "parent";
  stock_quantity: number | null;
  stock_status: string;
  shares_stock_with: number;
  storage_place: string;
  image: { id: number } | null;
  attributes: { id: number; name: string; slug: string; option: string }[];
}

/** A product with its variations, at one moment. */
export interface LoadedProduct {
  product: EditedProduct;
  variations: EditedVariation[];
  /** for `If-Match` */
  etag: string | null;
}
