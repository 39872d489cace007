import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ApiResponse, call } from "#backoffice/api/call.ts";
import { useLanguage } from "#backoffice/i18n/texts.ts";
import type { EditedProduct, EditedVariation, LoadedProduct } from "./records.ts";

const perPage = 100;
const everyMs = 30_000;

async function loadVariations(id: number, status: "any" | "trash"): Promise<EditedVariation[]> {
  const all: EditedVariation[] = [];
  for (let page = 1; ; page++) {
    const { data, total } = await call("GET wc/products/{product_id}/variations", {
      path: { product_id: id },
      query: { status, per_page: perPage, page, orderby: "id", order: "asc", context: "edit" },
    });
    // a response in the edit context, which the contract's storefront schema does not describe
    all.push(...(data as object[] as EditedVariation[]));
    if (all.length >= (total ?? 0) || data.length === 0) return all;
  }
}

/** Reads a product with all its variations as they are now. */
export async function loadProduct(id: number): Promise<LoadedProduct> {
  const { data, etag } = await call("GET wc/products/{id}", { path: { id }, query: { context: "edit" } });
  const product = data as object as EditedProduct;
  // one in the trash comes back as the same variation, with its orders
  const [all, trashed] =
    product.type === "variable" ? [await loadVariations(id, "any"), await loadVariations(id, "trash")] : [[], []];
  return { product, etag, variations: [...all, ...trashed] };
}

export const productKey = (id: number) => ["product-editor", id] as const;

/** The product of the editor, read again from time to time: what is sold meanwhile is shown at its cell. */
export function useProduct(id: number): UseQueryResult<ApiResponse<LoadedProduct>> {
  return useQuery<ApiResponse<LoadedProduct>>({
    queryKey: [...productKey(id), useLanguage()],
    queryFn: async () => {
      const data = await loadProduct(id);
      return { data, etag: data.etag, total: null };
    },
    refetchInterval: everyMs,
  });
}
