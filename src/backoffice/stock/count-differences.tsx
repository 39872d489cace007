import { useSearchParams } from "react-router";
import type { CountedItem, StockCount } from "#contract/backoffice/stock-counts.ts";
import type { countViews } from "#contract/backoffice/stock-choices.ts";
import { Button } from "#design/button.tsx";
import { Checkbox } from "#design/choice.tsx";
import { classes } from "#design/class-names.ts";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { formatAmount } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { ItemLine, signed } from "./item-line.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { useShownItems } from "./use-shown-items.ts";

const perPage = 100;

/** The items that are excluded from booking, or set to zero, by stock id. */
export interface CountChoices {
  chosen: ReadonlySet<number>;
  toggle: (stockId: number) => void;
}

interface DifferenceRowProps {
  entry: CountedItem;
  show: (typeof countViews)[number];
  choices: CountChoices | null;
  onRecount: ((stockId: number) => void) | null;
}

function DifferenceRow({ entry, show, choices, onRecount }: DifferenceRowProps) {
  const t = useTexts();
  const { item, counted, expected, difference, sold_since, unpacked, value } = entry;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <ItemLine item={item} />
      {counted === null ? (
        <span className="tabular text-sm text-taupe">{t("stock.on_hand", { count: item.quantity })}</span>
      ) : (
        <span className="tabular text-right text-sm">
          <span className={classes("block text-base font-medium", difference !== 0 && "text-danger")}>
            {signed(difference ?? 0)}
          </span>
          <span className="block text-xs text-taupe">
            {t("counts.figures", { counted, expected: expected ?? 0 })}
            {value !== null && ` · ${formatAmount(value)}`}
          </span>
          {sold_since !== 0 && (
            <span className="block text-xs text-taupe">{t("counts.sold_since", { count: sold_since })}</span>
          )}
          {unpacked !== 0 && (
            <span className="block text-xs text-taupe">{t("counts.unpacked", { count: unpacked })}</span>
          )}
        </span>
      )}
      {choices && (
        <span className="flex w-full flex-wrap items-center justify-between gap-2">
          <Checkbox
            label={t(show === "missing" ? "counts.set_to_zero" : "counts.exclude")}
            checked={choices.chosen.has(item.stock_id)}
            onChange={() => choices.toggle(item.stock_id)}
          />
          {onRecount && (
            <Button look="secondary" size="small" className="min-h-12" onClick={() => onRecount(item.stock_id)}>
              {t("counts.recount")}
            </Button>
          )}
        </span>
      )}
    </li>
  );
}

interface DifferencesProps {
  count: StockCount;
  show: (typeof countViews)[number];
  choices: CountChoices | null;
}

/** Items of a count: all counted ones, those that differ, or those without a scan. */
export function CountDifferences({ count, show, choices }: DifferencesProps) {
  const t = useTexts();
  const [search] = useSearchParams();
  const showItems = useShownItems();
  const page = Math.max(1, Number(search.get("items_page")) || 1);
  const items = useApi("GET bo/stock-counts/{id}/items", {
    path: { id: count.id },
    query: { show, page, per_page: perPage },
  });
  const recount = useAction(async (key, stockId: number) => {
    await call("POST bo/stock-counts/{id}/recount", { path: { id: count.id }, body: { stock_ids: [stockId] }, key });
    await invalidate("GET bo/stock-counts/{id}", "GET bo/stock-counts/{id}/items");
  });
  return (
    <>
      <Failure error={recount.error} />
      <Loaded query={items} isEmpty={(list) => list.length === 0} empty={<StateCard title={t(`counts.no_${show}`)} />}>
        {(list) => (
          <ul className="card divide-y divide-line">
            {list.map((entry) => (
              <DifferenceRow
                key={entry.item.stock_id}
                entry={entry}
                show={show}
                choices={show === "counted" ? null : choices}
                onRecount={choices && show === "different" ? (stockId) => void recount.run(stockId) : null}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <PageButtons
        page={page}
        perPage={perPage}
        total={items.data?.total ?? 0}
        onOpen={(next) => showItems(show, next)}
      />
    </>
  );
}
