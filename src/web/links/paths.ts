import type { ListingFilter } from "./listing-filter.ts";
import { filterSearch } from "./listing-filter.ts";

/** Path of a product's page. */
export const productPath = ({ id, slug }: { id: number; slug: string }): string => `/product-detail/${id}/${slug}`;

/** Path of an order's result, after its payment. */
export const resultPath = (orderId: number): string => `/final-payment?order_id=${orderId}`;

/** Path of a customer's orders. */
export const ordersPath = "/profile?tab=orders";

/** Path of a category's listing, plain or sorted and filtered. */
export const categoryPath = (slug: string, filter?: ListingFilter): string => {
  const search = filter ? filterSearch(filter).toString() : "";
  return `/products/category/${slug}${search && `?${search}`}`;
};
