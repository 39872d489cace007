import { useState } from "react";
import type { PriceChangeEntry, PriceRule } from "#contract/backoffice/prices.ts";
import { dong } from "#contract/money.ts";
import { Badge } from "#design/badge.tsx";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Loaded, StateCard } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { PageButtons } from "#backoffice/components/page-buttons.tsx";
import { usePage } from "#backoffice/components/use-page.ts";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatAmount, formatPercent, formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { pricesText } from "./price-lines.tsx";

/** "Giá khuyến mãi: giảm 20 %" */
function ruleText(t: TextOf, { on, by, value }: PriceRule): string {
  if (by === "end") return t("prices.rule_end");
  const amount = by === "percent" ? formatPercent(Math.abs(value)) : formatAmount(dong(Math.round(Math.abs(value))));
  const change = by === "set" ? "set" : value < 0 ? "down" : "up";
  return t(`prices.rule_${change}`, { price: t(`prices.${on}`), amount });
}

/** "Tính trên: Giá bán · Làm tròn: Tới 1.000 ₫": what else the rule sets. */
function detailsText(t: TextOf, { on, by, of, round, from, until }: PriceRule): string {
  return [
    on === "sale" && (by === "percent" || by === "amount") && `${t("prices.of")}: ${t(`prices.${of}`)}`,
    by !== "end" && round !== "0" && `${t("prices.round")}: ${t(`prices.round_${round}`)}`,
    from && `${t("prices.from")}: ${formatTime(t, from)}`,
    until && `${t("prices.until")}: ${formatTime(t, until)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** "Nhẫn bạc · “hoa cúc”": the products that it concerned. */
function filterText(t: TextOf, { category, search, on_sale, ids }: PriceChangeEntry["filter"]): string {
  const parts = [
    category,
    search && t("prices.filter_search", { words: search }),
    on_sale !== null && t(on_sale ? "prices.filter_on_sale" : "prices.filter_not_on_sale"),
    ids > 0 && t("prices.filter_ids", { count: ids }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : t("prices.all_products");
}

/** Counts the restored prices after an undo, the written ones before it. */
function countsText(t: TextOf, { state, counts }: PriceChangeEntry): string {
  const { planned, applied, restored } = counts;
  if (state === "undone") return t("prices.restored", { count: restored });
  if (state === "undoing") return t("prices.restoring", { done: restored, planned: applied });
  return t("prices.counts", { done: applied + restored, planned });
}

/** Prices that were not written, or not restored. */
function SkippedSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts();
  const skipped = useApi("GET bo/price-changes/{id}/skipped", { path: { id } });
  return (
    <Sheet title={t("prices.skipped_title")} onClose={onClose}>
      <Loaded query={skipped}>
        {(list) => (
          <ul className="divide-y divide-line text-sm">
            {list.map((one) => (
              <li key={one.id} className="py-2">
                <span className="block font-medium">{[one.name, one.option].filter(Boolean).join(" · ")}</span>
                <span className="block text-xs text-taupe">
                  {t(`prices.state_${one.state}`)} · {pricesText(t, one.before)} → {pricesText(t, one.after)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Sheet>
  );
}

function HistoryRow({
  entry,
  onUndo,
  onSkipped,
}: {
  entry: PriceChangeEntry;
  onUndo: () => void;
  onSkipped: () => void;
}) {
  const t = useTexts();
  const { rule, filter, state, by, created_at, counts, undoable } = entry;
  const skipped = counts.skipped + counts.not_restored;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span className="min-w-48 flex-1">
        <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {ruleText(t, rule)}
          <Badge tone={state === "done" ? "success" : state === "undone" ? "neutral" : "warning"}>
            {t(`prices.${state}`)}
          </Badge>
        </span>
        <span className="block text-sm break-words">{filterText(t, filter)}</span>
        <span className="block text-xs text-taupe empty:hidden">{detailsText(t, rule)}</span>
        <span className="block text-xs text-taupe">
          {[countsText(t, entry), by, formatTime(t, created_at)].filter(Boolean).join(" · ")}
        </span>
      </span>
      {skipped > 0 && (
        <Button look="quiet" className="min-h-12" onClick={onSkipped}>
          {t("prices.skipped", { count: skipped })}
        </Button>
      )}
      {undoable && (
        <ServerButton look="secondary" size="small" className="min-h-12" onClick={onUndo}>
          {t("undo.undo")}
        </ServerButton>
      )}
    </li>
  );
}

const perPage = 20;

/** Price changes with their rules; each can be undone as a whole. */
export function PriceHistory() {
  const t = useTexts();
  const [page, openPage] = usePage();
  const changes = useApi("GET bo/price-changes", { query: { page, per_page: perPage } }, { everyMs: 5_000 });
  const [undoing, setUndoing] = useState<PriceChangeEntry | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const undo = useAction(async (key, id: number) => {
    await call("POST bo/price-changes/{id}/undo", { path: { id }, key });
    setUndoing(null);
    await invalidate("GET bo/price-changes");
  });
  return (
    <Card title={t("prices.history")}>
      <Loaded
        query={changes}
        isEmpty={(list) => list.length === 0}
        empty={<StateCard title={t("prices.no_changes")} text={t("prices.no_changes_text")} />}
      >
        {(list) => (
          <ul className="-mx-4 divide-y divide-line sm:-mx-5">
            {list.map((entry) => (
              <HistoryRow
                key={entry.id}
                entry={entry}
                onUndo={() => setUndoing(entry)}
                onSkipped={() => setOpened(entry.id)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <PageButtons page={page} perPage={perPage} total={changes.data?.total ?? 0} onOpen={openPage} />
      {undoing && (
        <ConfirmSheet
          title={t("prices.undo_title")}
          text={t("prices.undo_text", { count: undoing.counts.applied })}
          confirm={t("undo.undo")}
          action={undo}
          onConfirm={() => void undo.run(undoing.id)}
          onClose={() => setUndoing(null)}
        />
      )}
      {opened !== null && <SkippedSheet id={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}
