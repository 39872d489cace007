import { giftOf } from "../gifts.ts";
import type { Reading } from "./answers.ts";
import { datePair, imageOf, linksOf, originOf, parcelFields, priceHtml, priceText, sameForAll } from "./fields.ts";
import type { ProductRow } from "./product-row.ts";

/** A product in WooCommerce's shape, with the storefront's own fields beside: display_price, image, gift, care_group. */
export function wooProduct(row: ProductRow, reading: Reading): Record<string, unknown> {
  const images = row.pictures.map((picture) => imageOf(picture, reading));
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
    catalog_visibility: "visible",
    description: row.description,
    short_description: row.shortDescription,
    sku: row.sku ?? "",
    ...sameForAll,
    ...pricesOf(row),
    purchasable: row.status === "publish" && row.regularPrice !== null,
    total_sales: row.totalSales,
    ...stockOf(row),
    ...parcelFields(row),
    ...sameForProducts,
    categories: row.categories,
    image: images[0]?.src ?? "",
    images,
    attributes: row.attributes.map((attribute, position) => ({ ...attribute, position, visible: true })),
    default_attributes: row.attributes
      .filter(({ variation }) => variation)
      .map(({ id, name, options }) => ({ id, name, option: options[0] ?? "" })),
    variations: row.variations,
    related_ids: row.related,
    menu_order: row.menuOrder,
    has_options: row.type === "variable",
    care_group: row.careGroup,
    gift: giftOf(row.gift, reading.lang, originOf(reading)),
    _links: linksOf(reading, "products", row.id),
  };
}

/** What WooCommerce says of products and this shop has nothing of: outside links, reviews, tags, bundles. */
const sameForProducts = {
  external_url: "",
  button_text: "",
  sold_individually: false,
  shipping_required: true,
  shipping_taxable: false,
  reviews_allowed: false,
  average_rating: "0.00",
  rating_count: 0,
  parent_id: 0,
  purchase_note: "",
  post_password: "",
  tags: [],
  brands: [],
  grouped_products: [],
  upsell_ids: [],
  cross_sell_ids: [],
} as const;

/** A variable product's own regular and sale price are "", and its price is the lowest of its variations. */
function pricesOf(row: ProductRow) {
  const { price, regularPrice, salePrice, minPrice, maxPrice } = row;
  const variable = row.type === "variable";
  const priced = regularPrice !== null;
  return {
    price: priced ? String(variable ? minPrice : price) : "",
    regular_price: variable ? "" : priceText(regularPrice),
    sale_price: variable ? "" : priceText(salePrice),
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
