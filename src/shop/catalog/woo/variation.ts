import type { Reading } from "./answers.ts";
import { datePair, imageOf, linksOf, parcelFields, priceText, sameForAll } from "./fields.ts";
import type { VariationRow } from "./variation-row.ts";

/** A variation in WooCommerce's shape; each attribute also carries `value`, the choice as it is stored. */
export function wooVariation(row: VariationRow, reading: Reading): Record<string, unknown> {
  const products = `products/${row.productId}`;
  return {
    id: row.id,
    type: "variation",
    ...datePair("date_created", row.createdAt),
    ...datePair("date_modified", row.modifiedAt),
    description: "",
    permalink: `${reading.origin}/product-detail/${row.productId}/${row.productSlug}`,
    sku: row.sku ?? "",
    ...sameForAll,
    tax_class: "parent",
    price: String(row.price),
    regular_price: String(row.regularPrice),
    sale_price: priceText(row.salePrice),
    on_sale: row.salePrice !== null && row.salePrice < row.regularPrice,
    status: row.status,
    purchasable: row.status === "publish" && row.productStatus === "publish",
    manage_stock: row.ownStock ? true : "parent",
    stock_quantity: row.quantity,
    stock_status: row.quantity > 0 ? "instock" : "outofstock",
    ...parcelFields(row),
    image: row.picture && imageOf(row.picture, reading),
    attributes: row.attributes,
    menu_order: row.menuOrder,
    name: row.attributes.map(({ option }) => option).join(", "),
    parent_id: row.productId,
    _links: linksOf(reading, `${products}/variations`, row.id, products),
  };
}
