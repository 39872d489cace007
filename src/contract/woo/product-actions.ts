import { z } from "zod";
import { maxCombinations } from "../product-tabs.ts";
import { Product } from "../catalog.ts";
import { defineEndpoint } from "../endpoint.ts";
import { productFieldPermissions } from "./product.ts";
import { Entries, WriteQuery } from "./resource.ts";
import { WriteBoolean } from "./write.ts";
import { VariationCreate } from "./variation.ts";

/** WooCommerce's actions on a product, and the back office's save of one. */
export const productActions = {
  saveWithVariations: defineEndpoint({
    method: "PUT",
    path: "/wp-json/wc/v3/products/{id}/with-variations",
    access: "merchant",
    permission: "products.edit",
    fieldPermissions: { ...productFieldPermissions, create: "prices.edit" },
    requiresVersion: true,
    tag: "Products",
    summary: "Update a product and its variations: all of it is stored, or nothing, and every rejected field is named",
    query: WriteQuery,
    body: z.object({
      /** as the body of `PUT products/{id}` */
      product: z.record(z.string(), z.unknown()).default({}),
      /** as the bodies of `POST` and `PUT products/{id}/variations`; `if_match` as in a batch */
      create: Entries(maxCombinations),
      update: Entries(2 * maxCombinations),
      /** moved to the trash */
      remove: Entries(2 * maxCombinations),
    }),
    response: Product,
  }),
  duplicate: defineEndpoint({
    method: "POST",
    path: "/wp-json/wc/v3/products/{id}/duplicate",
    access: "merchant",
    permission: "products.edit",
    tag: "Products",
    summary: "Copy a product into a draft, with its variations, and without SKUs, barcodes, stock and sales",
    query: WriteQuery,
    response: Product,
    status: 201,
  }),
  generate: defineEndpoint({
    method: "POST",
    path: "/wp-json/wc/v3/products/{product_id}/variations/generate",
    access: "merchant",
    permission: "products.edit",
    // variations with prices are for sale at once
    fieldPermissions: { ...productFieldPermissions, default_values: "prices.edit" },
    tag: "Variations",
    summary: `Create the variations that are missing of all combinations of options, ${maxCombinations} at most`,
    query: WriteQuery,
    body: z.object({
      /** deletes those that are no combination any more */
      delete: WriteBoolean.default(false),
      /** fields of each new variation */
      default_values: VariationCreate.optional(),
    }),
    response: z.object({ count: z.int(), deleted_count: z.int().optional() }),
  }),
};
