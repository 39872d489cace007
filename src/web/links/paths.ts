import type { ListingFilter } from "./listing-filter.ts";
import { filterSearch } from "./listing-filter.ts";

/** Address of a product's page. */
export const productPath = ({ id, slug }: { id: number; slug: string }): string => `/product-detail/${id}/${slug}`;

/** Address of a category's listing, as it is or sorted and filtered. */
export const categoryPath = (slug: string, filter?: ListingFilter): string => {
  const search = filter ? filterSearch(filter).toString() : "";
  return `/products/category/${slug}${search && `?${search}`}`;
};
