import { CloseIcon } from "#design/icons.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
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
export function FilterChips({ list }: { list: OrderListView }) {
  const t = useTexts();
  const chips = chipsOf(list);
  const options = useApi("GET bo/order-filters", {}, { enabled: chips.length > 0 }).data?.data;
  const textOf = useFilterText(list, options);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t("actions.filters")} className="flex flex-wrap gap-2">
      {chips.map(([name, value]) => {
        const text = textOf([name, value]);
        return (
          <li key={name}>
            <button
              type="button"
              aria-label={t("orders.remove_filter", { filter: text })}
              onClick={() => list.change({ [name]: "" })}
              className="inline-flex min-h-12 items-center gap-2 rounded-full bg-sand px-4 text-sm hover:bg-line lg:min-h-9"
            >
              {text}
              <CloseIcon size={16} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
