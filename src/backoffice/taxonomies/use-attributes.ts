import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Attribute, Term } from "#contract/catalog.ts";
import { allPages } from "#backoffice/api/all-pages.ts";
import { type ApiResponse, call } from "#backoffice/api/call.ts";
import { useLanguage } from "#backoffice/i18n/texts.ts";
import type { TaxonomyTexts } from "#backoffice/categories/use-categories.ts";

/** An attribute as a staff member reads it. */
export interface StaffAttribute extends Attribute {
  translations: Record<"vi" | "en", Pick<TaxonomyTexts, "name">>;
}

/** A term as a staff member reads it. */
export interface StaffTerm extends Term {
  translations: Record<"vi" | "en", TaxonomyTexts>;
}

/** All shared attributes in their order. */
export const useAttributes = (): UseQueryResult<ApiResponse<StaffAttribute[]>> =>
  useQuery<ApiResponse<StaffAttribute[]>>({
    queryKey: ["GET wc/products/attributes", "all", useLanguage()],
    queryFn: async () => {
      const response = await call("GET wc/products/attributes", {});
      return { ...response, data: response.data as StaffAttribute[] };
    },
  });

/** All terms of an attribute in their order, however many there are. @param attributeId null: nothing is read */
export const useTerms = (attributeId: number | null): UseQueryResult<ApiResponse<StaffTerm[]>> =>
  useQuery<ApiResponse<StaffTerm[]>>({
    queryKey: ["GET wc/products/attributes/{attribute_id}/terms", attributeId, useLanguage()],
    queryFn: () =>
      allPages((page) =>
        call("GET wc/products/attributes/{attribute_id}/terms", {
          path: { attribute_id: attributeId ?? 0 },
          query: { ...page, orderby: "menu_order" },
        }),
      ),
    enabled: attributeId !== null,
  });
