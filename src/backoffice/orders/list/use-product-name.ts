import type { FilterOptions } from "#contract/backoffice/order-list.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { filterText } from "./filter-values.ts";
import type { OrderFilterName, OrderListView } from "./list-query.ts";

/** The name of the product in a filter; until it is loaded, and of a deleted product or a variation, the id. @param id "" without the filter */
export function useProductName(id: string): string {
  const product = useApi("GET wc/products/{id}", { path: { id: Number(id) } }, { enabled: id !== "" });
  return product.data?.data.name ?? `#${id}`;
}

/** Puts the filters of a list into words, a product by its name. */
export function useFilterText({ filters }: Pick<OrderListView, "filters">, options?: FilterOptions) {
  const t = useTexts();
  const product = useProductName(filters.product ?? "");
  return ([name, value]: [OrderFilterName, string]): string =>
    filterText(t, [name, name === "product" ? product : value], options);
}
