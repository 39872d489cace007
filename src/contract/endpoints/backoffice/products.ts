import { z } from "zod";
import {
  ProductListQuery,
  ProductSheet,
  ProductUsage,
  SheetResult,
  StaffProductList,
} from "../../backoffice/products.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const tag = "Back office: products";

/** The product list, and changes of many products from it. */
export const staffProductEndpoints = {
  listProducts: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/product-lists`,
    access: "staff",
    permission: "products.view",
    tag,
    summary: "List products with prices, stock and what they lack, by tab; counts the products of each tab",
    query: ProductListQuery,
    response: StaffProductList,
  }),
  changeSheet: defineEndpoint({
    method: "POST",
    path: `${backOfficeApi}/product-sheet`,
    access: "staff",
    permission: "products.edit",
    tag,
    summary: "Change prices and stock of products and variations; each change is stored or rejected by itself",
    body: ProductSheet,
    response: z.object({ results: z.array(SheetResult) }),
  }),
  readUsage: defineEndpoint({
    method: "GET",
    path: `${backOfficeApi}/products/{id}/usage`,
    access: "staff",
    permission: "products.view",
    tag,
    summary: "Count the orders and carts that contain a product, and the orders of each variation",
    response: ProductUsage,
  }),
};
