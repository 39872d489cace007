import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { priceHtml, shippingFields } from "./fields.ts";
import { constantProductFields } from "./product.ts";
import type { ReadContext } from "./send-resource.ts";
import { wooVariation } from "./variation.ts";
import type { VariationRow } from "./variation-row.ts";

/** A variation where WooCommerce returns it among products: by its SKU, or by its id. For merchants only. */
export function variationAsProduct(row: VariationRow, reading: ReadContext): Record<string, unknown> {
  const { image, name: choice, ...variation } = wooVariation(row, reading);
  const { price, regularPrice } = row;
  return {
    ...constantProductFields,
    ...variation,
    ...shippingFields(row),
    name: choice ? `${row.productName} - ${choice}` : row.productName,
    slug: row.productSlug,
    featured: false,
    catalog_visibility: "visible",
    short_description: "",
    price_html: price === null ? "" : priceHtml({ low: price, high: price, regular: regularPrice }),
    total_sales: 0,
    related_ids: [],
    categories: [],
    tags: [],
    images: image ? [image] : [],
    default_attributes: [],
    variations: [],
    has_options: false,
    _links: linksOf(reading.origin, "products", row.id, `products/${row.productId}`),
  };
}
