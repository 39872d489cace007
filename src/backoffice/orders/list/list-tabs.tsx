import { useEffect, useRef } from "react";
import { maxCounted } from "#contract/backoffice/list-rules.ts";
import { stages } from "#contract/backoffice/stages.ts";
import { classes } from "#design/class-names.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { AnnouncedCounts } from "#backoffice/components/announced-counts.tsx";
import { type TextName, useTexts } from "#backoffice/i18n/texts.ts";
import type { OrderListView } from "./list-query.ts";

const countText = (count: number | undefined): string => {
  if (count === undefined) return "";
  return count > maxCounted ? `${maxCounted}+` : String(count);
};

interface TabProps {
  label: TextName;
  count?: number | undefined;
  active: boolean;
  /** whether the counts have loaded, or failed to: they move the tabs */
  counted: boolean;
  onOpen: () => void;
}

const Tab = ({ label, count, active, counted, onOpen }: TabProps) => {
  const t = useTexts();
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // the open tab may be beyond the edge
    if (active && counted) item.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [active, counted]);
  return (
    <li ref={item} className="shrink-0">
      <button
        type="button"
        aria-current={active ? "page" : undefined}
        onClick={onOpen}
        className={classes(
          "min-h-12 min-w-12 border-b-2 px-3 text-sm whitespace-nowrap lg:min-h-11",
          active ? "border-ink font-medium text-ink" : "border-transparent text-taupe hover:text-ink",
        )}
      >
        {t(label)} <span className="tabular">{countText(count)}</span>
      </button>
    </li>
  );
};

/** The stages with their number of orders, and all orders; the other filters stay. */
export function ListTabs({ list }: { list: OrderListView }) {
  const t = useTexts();
  const { stage: active, ...filters } = list.filters;
  const query = useApi("GET bo/order-counts", { query: filters as object });
  const counts = query.data?.data;
  const open = (stage: string) => list.change({ stage, unreachable: "", orderby: "", order: "" });
  const shown = stages.find((stage) => stage === active);
  const announced = shown && counts ? [{ label: t(`stage_tabs.${shown}`), count: counts[shown] ?? 0 }] : [];
  return (
    <div className="relative">
      <AnnouncedCounts counts={announced} />
      <nav aria-label={t("orders.stages")} className="-mx-4 overflow-x-auto border-b border-line px-2 lg:mx-0 lg:px-0">
        <ul className="flex">
          {stages.map((stage) => (
            <Tab
              key={stage}
              label={`stage_tabs.${stage}`}
              count={counts?.[stage]}
              active={active === stage}
              counted={!query.isPending}
              onOpen={() => open(stage)}
            />
          ))}
          <Tab label="orders.all" active={active === undefined} counted={!query.isPending} onOpen={() => open("")} />
        </ul>
      </nav>
    </div>
  );
}
