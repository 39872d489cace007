import { z } from "zod";
import { call } from "../endpoint.ts";
import {
  Attribute,
  Category,
  CategoryListQuery,
  FilteredListQuery,
  Product,
  ProductList,
  Term,
  Variation,
} from "../catalog.ts";
import { ProductsQuery, VariationsQuery } from "../woo/product-query.ts";
import { Single } from "../woo/query.ts";
import { AttributesQuery, CategoriesQuery, TermsQuery } from "../woo/taxonomy-query.ts";

const lists = "Product lists";

/** The storefront's two lists of a category: plain, and sorted or filtered. */
export const listCalls = {
  categoryList: call({
    method: "GET",
    path: "/wp-json/product-category/v1/list/",
    access: "anyone",
    tag: lists,
    summary: "Products of one category, the newest first",
    query: CategoryListQuery,
    response: ProductList,
  }),
  filteredList: call({
    method: "GET",
    path: "/wp-json/custom/v1/products/",
    access: "anyone",
    tag: lists,
    summary: "Products of one category, sorted or filtered",
    query: FilteredListQuery,
    response: ProductList,
  }),
};

const products = "Products";

export const productReads = {
  products: call({
    method: "GET",
    path: "/wp-json/wc/v3/products",
    access: "key",
    tag: products,
    summary: "List products",
    query: ProductsQuery,
    response: z.array(Product),
  }),
  product: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/{id}",
    access: "key",
    tag: products,
    summary: "Read one product",
    query: Single,
    response: Product,
  }),
  variations: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/{product_id}/variations",
    access: "key",
    tag: "Variations",
    summary: "List the variations of one product",
    query: VariationsQuery,
    response: z.array(Variation),
  }),
  variation: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/{product_id}/variations/{id}",
    access: "key",
    tag: "Variations",
    summary: "Read one variation",
    query: Single,
    response: Variation,
  }),
};

const attributes = "Attributes and terms";

/** What products are sorted by: categories, attributes and their terms. */
export const shelfReads = {
  categories: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/categories",
    access: "key",
    tag: "Categories",
    summary: "List categories",
    query: CategoriesQuery,
    response: z.array(Category),
  }),
  category: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/categories/{id}",
    access: "key",
    tag: "Categories",
    summary: "Read one category",
    query: Single,
    response: Category,
  }),
  attributes: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes",
    access: "key",
    tag: attributes,
    summary: "List attributes, all of them at once",
    query: AttributesQuery,
    response: z.array(Attribute),
  }),
  attribute: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes/{id}",
    access: "key",
    tag: attributes,
    summary: "Read one attribute",
    query: Single,
    response: Attribute,
  }),
  terms: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes/{attribute_id}/terms",
    access: "key",
    tag: attributes,
    summary: "List the terms of one attribute",
    query: TermsQuery,
    response: z.array(Term),
  }),
  term: call({
    method: "GET",
    path: "/wp-json/wc/v3/products/attributes/{attribute_id}/terms/{id}",
    access: "key",
    tag: attributes,
    summary: "Read one term",
    query: Single,
    response: Term,
  }),
};
