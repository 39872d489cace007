import { dong } from "#contract/money.ts";
import { datePair } from "#shop/kernel/woo/woo-dates.ts";
import { linksOf } from "#shop/kernel/woo/woo-responses.ts";
import { inParagraphs } from "../html-text.ts";
import {
  constantFields,
  costFields,
  imageOf,
  parcelFields,
  passthroughOf,
  numberText,
  saleDates,
  shippingFields,
  translationsFor,
} from "./fields.ts";
import type { ReadContext } from "./send-resource.ts";
import { isReduced, type VariationRow } from "./variation-row.ts";

/** A variation in WooCommerce's format; each attribute also has `value`, the stored value. */
export function wooVariation(row: VariationRow, reading: ReadContext): Record<string, unknown> {
  const products = `products/${row.productId}`;
  return {
    id: row.id,
    type: "variation",
    ...datePair("date_created", row.createdAt),
    ...datePair("date_modified", row.modifiedAt),
    description: reading.edit ? row.description[reading.lang] : inParagraphs(row.description[reading.lang]),
    permalink: `${reading.origin}/product-detail/${row.productId}/${row.productSlug}`,
    sku: row.sku ?? "",
    ...constantFields,
    tax_class: "parent",
    price: numberText(row.price),
    regular_price: numberText(row.regularPrice),
    sale_price: numberText(reading.merchant ? row.saleWanted : row.salePrice),
    ...saleDates(row),
    on_sale: isReduced(row),
    status: row.status,
    purchasable: row.status === "publish" && row.productStatus === "publish" && row.price !== null && row.complete,
    manage_stock: row.managed && (row.ownStock || "parent"),
    stock_quantity: row.managed ? row.quantity : null,
    stock_status: row.quantity > 0 ? "instock" : "outofstock",
    making_days: row.makingDays,
    ...parcelFields(row),
    virtual: shippingFields(row).virtual,
    ...passthroughOf(row, reading),
    ...(reading.merchant && { shares_stock_with: row.sharesStockWith, storage_place: row.place }),
    ...costFields(reading, costOf(row)),
    image: row.picture && imageOf(row.picture, reading),
    attributes: row.attributes,
    menu_order: row.menuOrder,
    name: row.attributes.map(({ option }) => option).join(", "),
    parent_id: row.productId,
    ...translationsFor(reading, { description: row.description }),
    _links: linksOf(reading.origin, `${products}/variations`, row.id, products),
  };
}

/** A variation without a cost of its own has the product's; an additive one adds to it. */
function costOf({ cost: own, costIsAdditive: additive, productCost }: VariationRow) {
  const effective = own === null ? productCost : additive ? dong(own + (productCost ?? 0)) : own;
  return { own, effective, additive };
}
