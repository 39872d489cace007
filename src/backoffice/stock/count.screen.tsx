import { useContext, useEffect, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import type { StockCount } from "#contract/backoffice/stock-counts.ts";
import { countViews } from "#contract/backoffice/stock-choices.ts";
import { Badge } from "#design/badge.tsx";
import { classes } from "#design/class-names.ts";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { NextToList, RecordPage, usePathWithPage } from "#backoffice/components/list-with-record.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { LogLink } from "#backoffice/log/log-link.tsx";
import { formatAmount, formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { type CountChoices, CountDifferences } from "./count-differences.tsx";
import { Counting } from "./counting.tsx";
import { StockTabs } from "./stock-tabs.tsx";
import { useShownItems } from "./use-shown-items.ts";

const views = ["scan", ...countViews] as const;
type View = (typeof views)[number];

function useChoices(): CountChoices {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (stockId: number) => {
    const next = new Set(chosen);
    if (!next.delete(stockId)) next.add(stockId);
    setChosen(next);
  };
  return { chosen, toggle };
}

const changed = () =>
  invalidate(
    "GET bo/stock-counts",
    "GET bo/stock-counts/{id}",
    "GET bo/stock-counts/{id}/items",
    "GET bo/stock-movements",
  );

/** Closes an open count, or reverts a closed one, after a confirmation. */
function CountActions({ count, excluded, zero }: { count: StockCount; excluded: CountChoices; zero: CountChoices }) {
  const t = useTexts();
  const [confirming, setConfirming] = useState(false);
  const { id, state, missing } = count;
  const body = { exclude: [...excluded.chosen], set_to_zero: [...zero.chosen] };
  // what will be booked is known to the server: also what others count and sell meanwhile
  const preview = useAction(async () => {
    // without a key: a repeated preview is computed again
    const trial = { path: { id }, body: { ...body, dry_run: true } };
    const { data } = state === "open" ? await call("POST bo/stock-counts/{id}/close", trial) : { data: count };
    setConfirming(true);
    return data;
  });
  const run = useAction(async (key) => {
    if (state === "open") {
      await call("POST bo/stock-counts/{id}/close", { path: { id }, body, key });
    } else await call("POST bo/stock-counts/{id}/revert", { path: { id }, key });
    setConfirming(false);
    await changed();
  });
  const name = state === "open" ? "close" : "revert";
  const { booked, value } = preview.result ?? count;
  return (
    <>
      <Failure error={preview.error} />
      <ServerButton
        look={state === "open" ? "primary" : "secondary"}
        className="w-full lg:w-auto"
        busy={preview.busy}
        onClick={() => void preview.run()}
      >
        {t(`counts.${name}`)}
      </ServerButton>
      {confirming && (
        <ConfirmSheet
          title={t(`counts.${name}`)}
          text={
            state === "open"
              ? t("counts.close_text", { booked, missing: Math.max(0, missing - zero.chosen.size) }) +
                (value === null ? "" : ` ${t("counts.value", { value: formatAmount(value) })}`)
              : t("counts.revert_text", { different: booked })
          }
          confirm={t(`counts.${name}`)}
          action={run}
          onConfirm={() => void run.run()}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}

function Views({ count, view, onView }: { count: StockCount; view: View; onView: (view: View) => void }) {
  const t = useTexts();
  const { permissions } = useSession();
  const shown = views.filter((one) => one !== "scan" || (count.state === "open" && permissions.includes("stock.edit")));
  const numbers: Record<View, number | null> = {
    scan: null,
    counted: count.counted,
    different: count.different,
    missing: count.missing,
  };
  return (
    <div className="-mx-4 mb-4 flex gap-2 overflow-x-auto px-4 pb-1 lg:mx-0 lg:px-0">
      {shown.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={view === one}
          onClick={() => onView(one)}
          className={classes(
            "min-h-12 shrink-0 rounded-full border px-4 text-sm",
            view === one ? "border-ink bg-ink text-ivory" : "border-edge bg-white hover:border-ink",
          )}
        >
          {t(`counts.view_${one}`)}
          {numbers[one] !== null && <span className="tabular"> · {numbers[one]}</span>}
        </button>
      ))}
    </div>
  );
}

/**
 * Clock of the server less that of the device, when the count was read: a screen that is opened again, or without a connection, shows an
 * earlier response.
 */
function useClockOffset({ data, dataUpdatedAt }: { data?: { data: StockCount } | undefined; dataUpdatedAt: number }) {
  const [offsetMs, setOffsetMs] = useState(0);
  const now = data?.data.now;
  useEffect(() => {
    // 0: the texts of the previous language
    if (now !== undefined && dataUpdatedAt > 0) setOffsetMs(new Date(now).getTime() - dataUpdatedAt);
  }, [now, dataUpdatedAt]);
  return offsetMs;
}

function CountContent({ count, offsetMs }: { count: StockCount; offsetMs: number }) {
  const t = useTexts();
  const { permissions } = useSession();
  const [search] = useSearchParams();
  const showItems = useShownItems();
  const excluded = useChoices();
  const zero = useChoices();
  const mayClose = permissions.includes("stock.receive");
  const mayScan = count.state === "open" && permissions.includes("stock.edit");
  const requested = views.find((one) => one === search.get("show"));
  const view: View = requested && (requested !== "scan" || mayScan) ? requested : mayScan ? "scan" : "different";
  return (
    <>
      <p className="mb-4 flex flex-wrap items-center gap-2 text-sm text-taupe">
        <Badge>{t(`counts.${count.state}`)}</Badge>
        {count.category ?? (count.bin ? t("counts.place", { bin: count.bin }) : t(`counts.scope_${count.scope}`))}
        {" · "}
        {[count.by, formatTime(t, count.created_at)].filter(Boolean).join(" · ")}
      </p>
      <Views count={count} view={view} onView={showItems} />
      {view === "scan" ? (
        <Counting countId={count.id} offsetMs={offsetMs} />
      ) : (
        <CountDifferences
          count={count}
          show={view}
          choices={count.state === "open" && mayClose ? (view === "missing" ? zero : excluded) : null}
        />
      )}
      {view !== "scan" && (
        <div className="mt-4 grid">
          <LogLink record={`stock_count:${count.id}`} />
        </div>
      )}
      {mayClose && count.state !== "reverted" && (
        <div
          data-action-bar={view !== "scan" || undefined}
          className={classes(
            "mt-2 bg-ivory py-2",
            // below the scanner the screen is for the counted items
            view !== "scan" && "sticky bottom-(--bottom-bar) z-10 lg:bottom-0",
          )}
        >
          <CountActions count={count} excluded={excluded} zero={zero} />
        </div>
      )}
    </>
  );
}

/** One count: scanning, its differences, closing. */
export default function Count() {
  const t = useTexts();
  const id = Number(useParams().id);
  const isNextToList = useContext(NextToList);
  const list = usePathWithPage("/stock/counts");
  const count = useApi("GET bo/stock-counts/{id}", { path: { id } }, { everyMs: 30_000 });
  const offsetMs = useClockOffset(count);
  return (
    <RecordPage
      title={t("counts.title", { id })}
      {...(isNextToList ? { back: { to: list, label: t("stock.counts") } } : {})}
    >
      {!isNextToList && <StockTabs />}
      <Loaded query={count}>{(one) => <CountContent key={one.id} count={one} offsetMs={offsetMs} />}</Loaded>
    </RecordPage>
  );
}
