import { maxCounted } from "#contract/list-rules.ts";
import { stages } from "#contract/stages.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { AnnouncedCounts } from "#backoffice/components/announced-counts.tsx";
import { ListTab } from "#backoffice/components/list-tab.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import type { OrderListView } from "./list-query.ts";

const countText = (count: number | undefined): string => {
  if (count === undefined) return "";
  return count > maxCounted ? `${maxCounted}+` : String(count);
};

/** The stages with their number of orders, and all orders; the other filters stay. */
export function ListTabs({ list }: { list: OrderListView }) {
  const t = useTexts();
  const { stage: active, ...filters } = list.filters;
  const query = useApi("GET bo/order-counts", { query: filters as object });
  const counts = query.data?.data;
  const open = (stage: string) => list.change({ stage, unreachable: "", orderby: "", order: "" });
  const shown = stages.find((stage) => stage === active);
  const announced = shown && counts && [{ label: t(`stage_tabs.${shown}`), count: counts[shown] ?? 0 }];
  return (
    <div className="relative">
      {/* another stage has another count, which has not changed */}
      <AnnouncedCounts key={shown} counts={announced} />
      <nav aria-label={t("orders.stages")} className="-mx-4 overflow-x-auto border-b border-line px-2 lg:mx-0 lg:px-0">
        <ul className="flex">
          {stages.map((stage) => (
            <ListTab
              key={stage}
              label={t(`stage_tabs.${stage}`)}
              count={countText(counts?.[stage])}
              active={active === stage}
              settled={!query.isPending}
              onOpen={() => open(stage)}
            />
          ))}
          <ListTab
            label={t("orders.all")}
            active={active === undefined}
            settled={!query.isPending}
            onOpen={() => open("")}
          />
        </ul>
      </nav>
    </div>
  );
}
