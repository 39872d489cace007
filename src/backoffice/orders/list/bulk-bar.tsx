import { useState } from "react";
import { maxCounted } from "#contract/list-rules.ts";
import type { Manifest } from "#contract/backoffice/manifests.ts";
import type { OrderRow } from "#contract/backoffice/order-list.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useSession } from "#backoffice/api/session-store.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { type BulkChoice, bulkChoices, handoverGroups, handoverQuery } from "./bulk-choice.ts";
import { addToManifest, saveExport, selectedOrders, selectedRows } from "./bulk-files.ts";
import { BulkPrints } from "./bulk-prints.tsx";
import { type BulkFields, BulkSheet } from "./bulk-sheet.tsx";
import type { OrderSelection } from "./selection.ts";
import { TaskProgress } from "./task-progress.tsx";
import { useStartedTask } from "./use-started-task.ts";

const button = "min-h-12 shrink-0 px-3 lg:min-h-10";

interface BarProps {
  selection: OrderSelection;
  /** the list's filters, for all matching orders */
  query: string;
  /** of the page that is shown */
  rows: readonly OrderRow[];
  total: number;
}

/** Sets the height of the bar, which depends on what it offers: what gets the focus is scrolled above it. */
function setBarHeight(bar: HTMLDivElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  const marginPx = 8;
  const observer = new ResizeObserver(() => style.setProperty("--action-bar", `${bar.offsetHeight + marginPx}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--action-bar");
  };
}

/** The orders that are not on the manifest, each with the reason. */
function NotAdded({ rejected }: Pick<Manifest, "rejected">) {
  const t = useTexts();
  return (
    <div className="shrink-0 self-center px-2 text-xs text-danger" role="alert">
      {rejected.map(({ code, problem }) => (
        <p key={code}>
          <span className="tabular font-medium">{code}</span> · {t(`manifest_problems.${problem}`)}
        </p>
      ))}
      <p className="text-taupe">{t("bulk.still_selected")}</p>
    </div>
  );
}

/** Prints and files of the selected orders. */
function FileButtons({ selection, query }: Pick<BarProps, "selection" | "query">) {
  const t = useTexts();
  const { permissions } = useSession();
  const save = useAction((key: string) => saveExport(selection, query, key));
  const canPack = permissions.includes("pack");
  const matching = selection.everything && canPack ? handoverQuery(query) : null;
  const counted = useApi(
    "GET bo/orders",
    { query: { ...Object.fromEntries(new URLSearchParams(matching ?? "")), per_page: 1 } },
    { enabled: matching !== null },
  );
  const loaded = [...handoverGroups(selection.rows.values()).values()].flat();
  const waiting = selection.everything ? (matching && counted.data?.total) || 0 : loaded.length;
  const handOver = useAction(async (key: string) => {
    const rows = await selectedRows(selection, matching ?? query, Infinity);
    const groups = handoverGroups(rows);
    const rejected: Manifest["rejected"] = [];
    for (const [carrier, rows] of groups) {
      const numbers = rows.map(({ number }) => number);
      rejected.push(
        ...(await addToManifest(carrier, numbers, `${key}-${groups.size}-${[...groups.keys()].indexOf(carrier)}`)),
      );
    }
    // an order is added by its number
    if (rejected.length > 0)
      selection.retain(
        rejected.map(({ code }) => Number(code)),
        rows,
      );
    return rejected;
  });
  return (
    <>
      {canPack && <BulkPrints selection={selection} query={query} className={button} />}
      {waiting > 0 && canPack && (
        <Button
          look="secondary"
          size="small"
          className={button}
          busy={handOver.busy}
          onClick={() => void handOver.run()}
        >
          {t("bulk.add_to_manifest", { count: waiting })}
        </Button>
      )}
      {permissions.includes("exports.create") && (
        <Button look="secondary" size="small" className={button} busy={save.busy} onClick={() => void save.run()}>
          {t("bulk.export")}
        </Button>
      )}
      <Saved shown={save.result !== null} text={t("bulk.exported", { count: save.result ?? 0 })} />
      <Saved shown={handOver.result?.length === 0} text={t("bulk.added_to_manifest")} />
      {handOver.result && handOver.result.length > 0 && <NotAdded rejected={handOver.result} />}
      <Failure error={save.error ?? handOver.error} />
    </>
  );
}

/** The versions of orders as the list shows them now, otherwise as they were selected on another page. */
const versionsOf = (
  ids: readonly number[],
  { selection, rows }: Pick<BarProps, "selection" | "rows">,
): Record<string, string> =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const row = rows.find((shown) => shown.id === id) ?? selection.rows.get(id);
      return row ? [[id, row.version]] : [];
    }),
  );

/** The actions that the selected orders allow, and the progress of the one that was started. */
export function BulkBar({ selection, query, rows, total }: BarProps) {
  const t = useTexts();
  const session = useSession();
  const [choice, setChoice] = useState<BulkChoice | null>(null);
  const [started, setStarted] = useStartedTask();
  const start = useAction(async (key: string, chosen: BulkChoice, fields: BulkFields) => {
    const orders = chosen.ids
      ? { ids: chosen.ids, versions: versionsOf(chosen.ids, { selection, rows }) }
      : selectedOrders(selection, query);
    const { data } = await call("POST bo/orders/bulk", { body: { action: chosen.action, ...orders, ...fields }, key });
    setStarted({ task: data.task, choice: chosen, fields });
    setChoice(null);
    return data.task;
  });
  /** those that failed stay selected, also of all that match the list, of which only a page is loaded; never all, if they cannot be loaded */
  const retain = async (failed: readonly number[]) => {
    const reads = selection.everything && failed.length > 0;
    selection.retain(failed, reads ? await selectedRows(selection, query).catch(() => []) : []);
  };
  const choices = bulkChoices(selection, session);
  const isEmpty = selection.count === 0;
  if (isEmpty && !started) return null;
  const canExtend = !selection.everything && !isEmpty && total > selection.count;
  return (
    <div ref={setBarHeight} data-action-bar className="sticky bottom-(--bottom-bar) z-20 space-y-3 lg:bottom-0">
      {started && (
        <TaskProgress
          key={started.task}
          id={started.task}
          onEnd={(failed) => void retain(failed)}
          onRetry={(ids) => void start.run({ ...started.choice, ids: [...ids], count: ids.length }, started.fields)}
          onClose={() => setStarted(null)}
        />
      )}
      {!isEmpty && (
        <div className="card border-ink p-2 shadow-float">
          <p className="flex flex-wrap items-center gap-x-3 px-2 text-sm">
            <span role="status" className="mr-auto font-medium sm:mr-0">
              {t("bulk.selected", { count: selection.count > maxCounted ? `${maxCounted}+` : selection.count })}
            </span>
            {canExtend && (
              <Button look="quiet" className="-ml-2 max-sm:order-last sm:ml-0" onClick={selection.selectEverything}>
                {t("bulk.select_all", { count: total > maxCounted ? `${maxCounted}+` : total })}
              </Button>
            )}
            <Button look="quiet" onClick={selection.clear}>
              {t("bulk.clear")}
            </Button>
          </p>
          <div className="flex gap-2 overflow-x-auto p-1">
            {choices.map((one) => (
              <Button key={one.action} look="secondary" size="small" className={button} onClick={() => setChoice(one)}>
                {t(`bulk_actions.${one.action}`)}
                {one.count < selection.count && ` (${one.count})`}
              </Button>
            ))}
            <FileButtons selection={selection} query={query} />
          </div>
        </div>
      )}
      {choice && (
        <BulkSheet
          action={choice.action}
          count={choice.count}
          selected={selection.count}
          busy={start.busy}
          error={start.error}
          onStart={(fields, onStarted) => void start.run(choice, fields).then((task) => task && onStarted())}
          onClose={() => setChoice(null)}
        />
      )}
    </div>
  );
}
