import { Button } from "#design/button.tsx";
import { StateCard } from "#backoffice/components/loaded.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { chipsOf } from "./filter-chips.tsx";
import type { OrderListView } from "./list-query.ts";
import { useFilterText } from "./use-product-name.ts";

/** Why a list is empty, with the one step that shows more. */
export function EmptyList({ list }: { list: OrderListView }) {
  const t = useTexts();
  const textOf = useFilterText(list);
  const last = chipsOf(list).at(-1);
  if (list.search)
    return (
      <StateCard title={t("orders.none_found", { text: list.search })} text={t("orders.none_found_text")}>
        <Button look="secondary" size="small" className="min-h-12" onClick={() => list.change({ search: "" })}>
          {t("orders.clear_search")}
        </Button>
      </StateCard>
    );
  if (last)
    return (
      <StateCard title={t("orders.none_match")}>
        <Button look="secondary" size="small" className="min-h-12" onClick={() => list.change({ [last[0]]: "" })}>
          {t("orders.remove_last", { filter: textOf(last) })}
        </Button>
      </StateCard>
    );
  if (list.filters.stage)
    return (
      <StateCard title={t("orders.none_in_stage")}>
        <Button look="secondary" size="small" className="min-h-12" onClick={() => list.change({ stage: "" })}>
          {t("orders.show_all")}
        </Button>
      </StateCard>
    );
  return <StateCard title={t("orders.none")} text={t("orders.none_text")} />;
}
