import { datePair } from "#shop/kernel/woo/woo-dates.ts";
import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { certainGift, giftOf } from "../gifts.ts";
import { inParagraphs, plainText } from "../html-text.ts";
import { englishLacks } from "../products/english-marks.ts";
import {
  constantFields,
  costFields,
  imageOf,
  originOf,
  parcelFields,
  passthroughOf,
  priceHtml,
  numberText,
  saleDates,
  shippingFields,
  translationsFor,
} from "./fields.ts";
import type { ProductRow } from "./product-row.ts";
import type { ReadContext } from "./send-resource.ts";

/**
 * A product in WooCommerce's format, with the storefront's additional fields: display_price, image, gift, care_group, making_days.
 */
export function wooProduct(row: ProductRow, reading: ReadContext): Record<string, unknown> {
  const images = row.pictures.map((picture) => imageOf(picture, reading, !row.proposedAlts.includes(picture.id)));
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    permalink: `${reading.origin}/product-detail/${row.id}/${row.slug}`,
    ...datePair("date_created", row.createdAt),
    ...datePair("date_modified", row.modifiedAt),
    type: row.type,
    status: row.status,
    featured: row.featured,
    catalog_visibility: row.catalogVisibility,
    ...textsOf(row, reading),
    sku: row.sku ?? "",
    ...constantFields,
    ...pricesOf(row, reading),
    purchasable: row.status === "publish" && row.price !== null,
    total_sales: row.totalSales,
    ...stockOf(row),
    ...parcelFields(row),
    ...constantProductFields,
    ...shippingFields(row),
    ...passthroughOf(row, reading),
    ...merchantFields(row, reading),
    categories: row.categories,
    tags: row.tags,
    image: images[0]?.src ?? "",
    images,
    ...attributesOf(row),
    variations: row.variations,
    related_ids: row.related,
    menu_order: row.menuOrder,
    has_options: row.type === "variable",
    care_group: row.careGroup,
    making_days: row.makingDays,
    adjustable: row.adjustable,
    specifications: specificationsOf(row),
    ...costFields(reading, { own: row.cost, effective: row.cost }),
    // a virtual product has no box
    gift: row.extra.virtual ? null : giftOf(certainGift(row.gifts), reading.lang, originOf(reading)),
    _links: linksOf(reading.origin, "products", row.id),
  };
}

/** The care group and whether a ring is adjustable are columns of the product too. */
const specificationsOf = ({ extra: { specifications }, careGroup, adjustable }: ProductRow) =>
  specifications && { ...specifications, care_group: careGroup, ring: { ...specifications.ring, adjustable } };

/** Merchants get HTML, unprocessed in the edit context; the storefront's short description is one line of text. */
function textsOf({ description, shortDescription, extra }: ProductRow, { merchant, edit, lang }: ReadContext) {
  if (edit) return { description, short_description: shortDescription };
  const short = merchant ? inParagraphs(shortDescription) : plainText(shortDescription);
  return {
    ...{ description: inParagraphs(description), short_description: short },
    ...{ seo_title: extra.seo_title?.[lang] ?? "", seo_description: extra.seo_description?.[lang] ?? "" },
  };
}

/** Fields for merchants only: both languages, the product's own gift, and in the edit context permalink fields. */
function merchantFields(row: ProductRow, reading: ReadContext) {
  const { merchant, edit, lang, origin } = reading;
  if (!merchant || !row.texts) return {};
  const blank = { vi: "", en: "" };
  const purchaseNote = row.extra.purchase_note ?? blank;
  const taxed = (row.extra.tax_status ?? "none") !== "none";
  return {
    purchase_note: purchaseNote[lang],
    shipping_taxable: taxed,
    gift_slug: row.giftSlug ?? "",
    storage_place: row.place,
    ...translationsFor(reading, {
      ...row.texts,
      purchase_note: purchaseNote,
      seo_title: row.extra.seo_title ?? blank,
      seo_description: row.extra.seo_description ?? blank,
    }),
    english_lacks: englishLacks(row.texts, row.extra.english),
    ...(edit && {
      average_rating: "0",
      permalink_template: `${origin}/product-detail/${row.id}/%product%`,
      generated_slug: row.slug,
    }),
  };
}

/** The default of a variation attribute is the first of its options, unless the merchant has set none. */
const attributesOf = ({ attributes, extra }: ProductRow) => ({
  attributes: attributes.map(({ key, ...attribute }, index) => ({
    ...attribute,
    position: attribute.position ?? index,
  })),
  default_attributes: attributes
    .filter(({ key, variation }) => variation && (extra.default_of?.includes(key) ?? true))
    .map(({ id, name, options }) => ({ id, name, option: options[0] ?? "" })),
});

/** WooCommerce fields of features that this shop does not have: reviews, bundles. */
export const constantProductFields = {
  external_url: "",
  button_text: "",
  sold_individually: false,
  shipping_taxable: false,
  reviews_allowed: false,
  average_rating: "0.00",
  rating_count: 0,
  parent_id: 0,
  purchase_note: "",
  post_password: "",
  brands: [],
  grouped_products: [],
  upsell_ids: [],
  cross_sell_ids: [],
} as const;

/**
 * A variable product's own regular and sale price are "", and its price is the lowest of its variations. Merchants get
 * the sale price that they set, other callers the one in force.
 */
function pricesOf(row: ProductRow, { merchant }: ReadContext) {
  const { price, regularPrice, salePrice, minPrice, maxPrice } = row;
  const variable = row.type === "variable";
  const priced = price !== null;
  return {
    price: priced ? String(variable ? minPrice : price) : "",
    regular_price: variable ? "" : numberText(regularPrice),
    sale_price: variable ? "" : numberText(merchant ? row.saleWanted : salePrice),
    ...saleDates(variable ? { saleFrom: null, saleTo: null } : row),
    on_sale: row.onSale,
    price_html: priced ? priceHtml({ low: minPrice, high: maxPrice, regular: variable ? null : regularPrice }) : "",
    display_price: { price, regular_price: regularPrice ?? price, sale_price: salePrice },
  };
}

const stockOf = ({ managesStock, quantity, inStock }: ProductRow) => ({
  manage_stock: managesStock,
  stock_quantity: managesStock ? quantity : null,
  stock_status: inStock ? "instock" : "outofstock",
});
