import { z } from "zod";
import { DongAmount, LanguageCode } from "./field-schemas.ts";

/**
 * An image in fixed widths. `src` is the default file; every width exists as AVIF and WebP in the same folder:
 * `/media/{hash}/{width}.{avif|webp}`.
 */
export const Picture = z.object({
  src: z.string(),
  alt: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
});
export type Picture = z.infer<typeof Picture>;

export const stockStatuses = ["instock", "outofstock"] as const;
export const StockStatus = z.enum(stockStatuses);
export type StockStatus = z.infer<typeof StockStatus>;

export const CategoryRef = z.object({ id: z.int(), name: z.string(), slug: z.string() });
export type CategoryRef = z.infer<typeof CategoryRef>;

/**
 * Fields of a product card. Prices are those of the default variation for a variable product; null if it
 * has none.
 */
export const ProductCard = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  image: z.string(),
  images: z.array(Picture),
  price: DongAmount.nullable(),
  regular_price: DongAmount.nullable(),
  sale_price: DongAmount.nullable(),
  on_sale: z.boolean(),
  stock_status: StockStatus,
  has_options: z.boolean(),
  short_description: z.string(),
  categories: z.array(CategoryRef),
});
export type ProductCard = z.infer<typeof ProductCard>;

export const Pagination = z.object({ total: z.int(), total_pages: z.int(), page: z.int(), per_page: z.int() });
export type Pagination = z.infer<typeof Pagination>;

export const ProductList = z.object({ products: z.array(ProductCard), pagination: Pagination });
export type ProductList = z.infer<typeof ProductList>;

const paging = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(12),
  lang: LanguageCode.default("vi"),
};

/** `GET product-category/v1/list/` */
export const CategoryListQuery = z.object({ slug: z.string().min(1).max(200), ...paging });

export const listOrders = ["popularity", "price"] as const;
const listDirections = ["ASC", "DESC", "asc", "desc"] as const;
/** `GET custom/v1/products/`. `types` and `gemstone` are term slugs. */
export const FilteredListQuery = z.object({
  category_slug: z.string().min(1).max(200),
  orderby: z.enum(listOrders).optional(),
  order: z.enum(listDirections).default("ASC"),
  types: z.string().max(200).optional(),
  gemstone: z.string().max(200).optional(),
  ...paging,
});
export type FilteredListQuery = z.input<typeof FilteredListQuery>;

/** `GET custom-search/v1/products` */
export const SearchQuery = z.object({
  keyword: z.string().trim().min(1).max(200),
  limit: z.coerce.number().int().min(1).max(100).default(6),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  /** default: by relevance to the keyword */
  orderby: z.enum(listOrders).optional(),
  order: z.enum(listDirections).default("ASC"),
  lang: LanguageCode.default("vi"),
});

/** A `wc/v3` category plus the storefront's own fields `kind` and `gift`. */
export const Category = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  parent: z.int(),
  description: z.string(),
  display: z.string(),
  image: Picture.extend({ id: z.int(), name: z.string() }).nullable(),
  menu_order: z.int(),
  count: z.int(),
  kind: z.enum(["jewelry", "gift"]),
  gift: z.object({ slug: z.string(), name: z.string(), image: Picture }).nullable(),
});
export type Category = z.infer<typeof Category>;

export const Attribute = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  type: z.string(),
  order_by: z.string(),
  has_archives: z.boolean(),
  filter: z.boolean(),
});
export type Attribute = z.infer<typeof Attribute>;

export const Term = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  menu_order: z.int(),
  count: z.int(),
});
export type Term = z.infer<typeof Term>;

/**
 * Prices of the default variation (or of the simple product) as numbers, for cards and badges; null without a price.
 */
export const DisplayPrice = z.object({
  price: DongAmount.nullable(),
  regular_price: DongAmount.nullable(),
  sale_price: DongAmount.nullable(),
});

/**
 * A `wc/v3` product: prices are strings, and a variable parent's own regular and sale prices are "".
 * Lists only the fields that the storefront reads; WooCommerce's other fields are in the response too.
 */
export const Product = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    sku: z.string(),
    type: z.enum(["simple", "variable", "grouped", "external"]),
    status: z.string(),
    price: z.string(),
    regular_price: z.string(),
    sale_price: z.string(),
    on_sale: z.boolean(),
    purchasable: z.boolean(),
    display_price: DisplayPrice,
    short_description: z.string(),
    description: z.string(),
    stock_status: StockStatus,
    stock_quantity: z.int().nullable(),
    weight: z.string(),
    dimensions: z.object({ length: z.string(), width: z.string(), height: z.string() }),
    image: z.string(),
    images: z.array(Picture.extend({ id: z.int(), name: z.string() })),
    categories: z.array(CategoryRef),
    attributes: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        slug: z.string(),
        position: z.int(),
        visible: z.boolean(),
        variation: z.boolean(),
        options: z.array(z.string()),
      }),
    ),
    default_attributes: z.array(z.object({ id: z.int(), name: z.string(), option: z.string() })),
    variations: z.array(z.int()),
    care_group: z.string().nullable(),
    /** of what is made to order, the working days that making it takes; 0 for what is in stock */
    making_days: z.int(),
    /** for search engines; "": the name and the short description */
    seo_title: z.string().optional(),
    seo_description: z.string().optional(),
    gift: z.object({ slug: z.string(), name: z.string(), image: Picture }).nullable(),
  })
  .loose();
export type Product = z.infer<typeof Product>;

export const Variation = z
  .object({
    id: z.int(),
    sku: z.string(),
    price: z.string(),
    regular_price: z.string(),
    sale_price: z.string(),
    on_sale: z.boolean(),
    purchasable: z.boolean(),
    stock_status: StockStatus,
    stock_quantity: z.int().nullable(),
    /** as the product's */
    making_days: z.int(),
    /** `value` is the term's own name, the same in both languages ('No Box'); `option` is in the requested language */
    attributes: z.array(
      z.object({ id: z.int(), name: z.string(), slug: z.string(), option: z.string(), value: z.string() }),
    ),
  })
  .loose();
export type Variation = z.infer<typeof Variation>;
