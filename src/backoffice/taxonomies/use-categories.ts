import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Category } from "#contract/catalog.ts";
import { type ApiResponse, call } from "#backoffice/api/call.ts";
import { useLanguage } from "#backoffice/i18n/texts.ts";

interface CategoryTexts {
  name: string;
  description: string;
}

/** A category as a staff member reads it. */
export interface StaffCategory extends Omit<Category, "kind"> {
  kind: "jewelry" | "gift" | "hidden";
  translations: Record<"vi" | "en", CategoryTexts>;
}

const perPage = 100;

/** The default category: products without another one are in it. */
export const isDefaultCategory = ({ slug }: { slug: string }): boolean => slug === "chua-phan-loai";

/** All categories, however many there are, in both languages. */
export const useCategories = (): UseQueryResult<ApiResponse<StaffCategory[]>> =>
  useQuery<ApiResponse<StaffCategory[]>>({
    queryKey: ["GET wc/products/categories", "all", useLanguage()],
    queryFn: async () => {
      const list: StaffCategory[] = [];
      for (let page = 1; ; page++) {
        const query = { per_page: perPage, page, orderby: "menu_order" } as const;
        const { data, etag, total } = await call("GET wc/products/categories", { query });
        list.push(...(data as StaffCategory[]));
        if (data.length < perPage) return { data: list, etag, total };
      }
    },
  });
