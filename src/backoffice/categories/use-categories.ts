import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Category } from "#contract/catalog.ts";
import { allPages } from "#backoffice/api/all-pages.ts";
import { type ApiResponse, call } from "#backoffice/api/call.ts";
import { type TextOf, useLanguage } from "#backoffice/i18n/texts.ts";

export interface TaxonomyTexts {
  name: string;
  description: string;
}

/** A category as a staff member reads it. */
export interface StaffCategory extends Omit<Category, "kind"> {
  kind: "jewelry" | "gift" | "hidden";
  translations: Record<"vi" | "en", TaxonomyTexts>;
}

/** The default category: products without another one are in it. */
export const isDefaultCategory = ({ slug }: { slug: string }): boolean => slug === "chua-phan-loai";

/** @param parent its id; 0 for none */
export const parentName = (t: TextOf, parent: number, all: readonly StaffCategory[]): string =>
  parent === 0 ? t("categories.top") : (all.find(({ id }) => id === parent)?.name ?? "");

/** All categories, however many there are, in both languages. */
export const useCategories = (): UseQueryResult<ApiResponse<StaffCategory[]>> =>
  useQuery<ApiResponse<StaffCategory[]>>({
    queryKey: ["GET wc/products/categories", "all", useLanguage()],
    queryFn: () =>
      allPages((page) => call("GET wc/products/categories", { query: { ...page, orderby: "menu_order" } })),
  });

/** A category with its version. */
export async function readCategory(id: number): Promise<ApiResponse<StaffCategory>> {
  const response = await call("GET wc/products/categories/{id}", { path: { id } });
  return { ...response, data: response.data as StaffCategory };
}
