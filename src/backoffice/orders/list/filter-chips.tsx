import { useApi } from "#backoffice/api/use-api.ts";
import { FilterChips } from "#backoffice/components/filter-chips.tsx";
import { useFilterText } from "./use-product-name.ts";
import { type OrderFilterName, filterNames, type OrderListView } from "./list-query.ts";

/** The filters that are set, in the order of the chips. A single stage is shown by its tab. */
export const chipsOf = ({ filters }: Pick<OrderListView, "filters">): [OrderFilterName, string][] =>
  filterNames.flatMap((name): [OrderFilterName, string][] => {
    const value = filters[name];
    if (value === undefined || (name === "stage" && !value.includes(","))) return [];
    return [[name, value]];
  });

/** Each filter as a chip that removes it. */
export function OrderFilterChips({ list }: { list: OrderListView }) {
  const set = chipsOf(list);
  const options = useApi("GET bo/order-filters", {}, { enabled: set.length > 0 }).data?.data;
  const textOf = useFilterText(list, options);
  const chips = set.map(([name, value]) => ({
    name,
    text: textOf([name, value]),
    onRemove: () => list.change({ [name]: "" }),
  }));
  return <FilterChips chips={chips} />;
}
