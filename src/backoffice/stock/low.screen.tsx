import { useState } from "react";
import { useSearchParams } from "react-router";
import type { LowStockEntry } from "#contract/backoffice/stock.ts";
import { Checkbox } from "#design/choice.tsx";
import { useApi } from "#backoffice/api/use-api.ts";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Page } from "#backoffice/components/page.tsx";
import { formatDay } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ItemLine } from "./item-line.tsx";
import { LowStockSheet } from "./low-stock-sheet.tsx";
import { StockTabs } from "./stock-tabs.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { RowsSkeleton } from "#backoffice/components/rows-skeleton.tsx";

const perPage = 50;

function LowStockRow({ entry, onOpen }: { entry: LowStockEntry; onOpen: () => void }) {
  const t = useTexts();
  const { item, threshold, sold, days_left, muted_until } = entry;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left hover:bg-ivory"
      >
        <ItemLine item={item}>
          <span className="block text-xs text-taupe">
            {[
              t("low_stock.figures", { threshold, sold }),
              days_left !== null && t("low_stock.days_left", { days: days_left }),
            ]
              .filter(Boolean)
              .join(" · ")}
            {muted_until && ` · ${t("low_stock.muted_until", { day: formatDay(muted_until) })}`}
          </span>
        </ItemLine>
        <span className="tabular shrink-0 text-right text-base font-medium">
          {t("stock.on_hand", { count: item.quantity })}
        </span>
      </button>
    </li>
  );
}

/** Items at or below their threshold, those that last the shortest first. */
export default function LowStock() {
  const t = useTexts();
  const [search, setSearch] = useSearchParams();
  const muted = search.get("muted") === "true";
  const page = Math.max(1, Number(search.get("page")) || 1);
  const low = useApi("GET bo/low-stock", { query: { muted: String(muted), page, per_page: perPage } });
  const [opened, setOpened] = useState<number | null>(null);
  const entry = low.data?.data.find(({ item }) => item.stock_id === opened);
  const open = (next: number) =>
    setSearch({ ...(muted ? { muted: "true" } : {}), ...(next > 1 ? { page: String(next) } : {}) });
  return (
    <Page title={t("stock.low")}>
      <StockTabs />
      <Checkbox
        className="mb-3"
        label={t("low_stock.show_muted")}
        checked={muted}
        onChange={(event) => setSearch(event.target.checked ? { muted: "true" } : {})}
      />
      <Loaded
        query={low}
        skeleton={<RowsSkeleton images tall />}
        isEmpty={(list) => list.length === 0}
        empty={
          <StateCard
            title={t(muted ? "low_stock.none_muted" : "low_stock.none")}
            text={muted ? undefined : t("low_stock.none_text")}
          />
        }
      >
        {(list) => (
          <ul className="card divide-y divide-line overflow-hidden">
            {list.map((one) => (
              <LowStockRow key={one.item.stock_id} entry={one} onOpen={() => setOpened(one.item.stock_id)} />
            ))}
          </ul>
        )}
      </Loaded>
      <PageButtons page={page} perPage={perPage} total={low.data?.total ?? 0} onOpen={open} />
      {entry && <LowStockSheet key={entry.item.stock_id} entry={entry} onClose={() => setOpened(null)} />}
    </Page>
  );
}
