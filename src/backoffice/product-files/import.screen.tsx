import { useState } from "react";
import { useParams } from "react-router";
import type { ProductImport } from "#contract/backoffice/product-imports.ts";
import { Alert } from "#design/alert.tsx";
import { Button, buttonClasses } from "#design/button.tsx";
import { backOfficeApi } from "#contract/endpoint.ts";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { RecordPage, usePathWithPage } from "#backoffice/components/list-with-record.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { recordTitle } from "#backoffice/log/record-name.ts";
import { ImportLines, LeftProducts } from "./import-lines.tsx";
import { countsOf, countsText, ImportBadge, isRunning, sumOf } from "./import-state.tsx";

const refresh = () =>
  invalidate(
    "GET bo/product-imports",
    "GET bo/product-imports/{id}",
    "GET bo/product-imports/{id}/lines",
    "GET bo/product-imports/{id}/left",
    "GET bo/product-lists",
  );

/** How far the task is, and the button that stops it. */
function Progress({ one }: { one: ProductImport }) {
  const t = useTexts();
  const stop = useAction(async (key) => {
    if (one.task !== null) await call("POST bo/tasks/{id}/stop", { path: { id: one.task }, key });
    await refresh();
  });
  const { written, reverted, left } = one.products;
  const [done, total] =
    one.state === "reverting"
      ? [reverted + left, written + reverted + left]
      : [sumOf(one.state === "checking" ? one.checked : one.written), one.lines];
  return (
    <section aria-label={t("files.progress")} className="card space-y-3 p-4">
      <p role="status" className="text-sm font-medium">
        {t(`import_states.${one.state}`)} ·{" "}
        {t(one.state === "reverting" ? "files.products_done" : "files.lines_done", { done, total })}
      </p>
      <progress aria-label={t("files.progress")} max={total} value={done} className="h-2 w-full accent-ink" />
      <p className="text-xs text-taupe">{t("files.background")}</p>
      <Failure error={stop.error} />
      <Button look="secondary" size="small" className="min-h-12" busy={stop.busy} onClick={() => void stop.run()}>
        {t("files.stop")}
      </Button>
    </section>
  );
}

/** What can be done with the import now. */
function Actions({ one, onRevert }: { one: ProductImport; onRevert: () => void }) {
  const t = useTexts();
  const { state, step, checked, strict } = one;
  const apply = useAction(async (key) => {
    await call("POST bo/product-imports/{id}/apply", { path: { id: one.id }, key });
    await refresh();
  });
  const check = useAction(async (key) => {
    await call("PUT bo/product-imports/{id}", { path: { id: one.id }, body: { strict }, key });
    await refresh();
  });
  const count = checked.created + checked.updated;
  const isBlocked = strict && checked.failed > 0;
  const continues = state === "stopped" && step === "write";
  return (
    <div className="space-y-3">
      <Failure error={apply.error ?? check.error} />
      <div className="flex flex-wrap gap-3">
        {((state === "checked" && count > 0 && !isBlocked) || continues) && (
          <ServerButton busy={apply.busy} onClick={() => void apply.run()}>
            {continues ? t("files.continue") : t("files.apply", { count })}
          </ServerButton>
        )}
        {(state === "uploaded" || (state === "stopped" && step === "check")) && (
          <Button busy={check.busy} onClick={() => void check.run()}>
            {t(state === "uploaded" ? "files.check" : "files.check_again")}
          </Button>
        )}
        {sumOf(countsOf(one)) > 0 && (
          <a
            href={`${backOfficeApi}/product-imports/${one.id}/report`}
            download
            className={`${buttonClasses("secondary", "small", false)} min-h-12`}
          >
            {t("files.report")}
          </a>
        )}
        {one.revert_until !== null && (
          <ServerButton look="secondary" size="small" className="min-h-12" onClick={onRevert}>
            {t("files.revert")}
          </ServerButton>
        )}
      </div>
      {isBlocked && state === "checked" && (
        <Alert tone="warning">{t("files.blocked", { count: checked.failed })}</Alert>
      )}
      {state === "checked" && !isBlocked && checked.failed > 0 && (
        <Alert tone="warning">{t("files.some_failed", { count: checked.failed })}</Alert>
      )}
      {state === "checked" && count === 0 && checked.failed === 0 && <p className="text-sm">{t("files.nothing")}</p>}
    </div>
  );
}

function Import({ one }: { one: ProductImport }) {
  const t = useTexts();
  const [reverting, setReverting] = useState(false);
  const revert = useAction(async (key) => {
    await call("POST bo/product-imports/{id}/revert", { path: { id: one.id }, key });
    setReverting(false);
    await refresh();
  });
  const { products } = one;
  return (
    <div className="space-y-4">
      <div className="space-y-1">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <ImportBadge one={one} />
          <span className="text-taupe">
            {[one.by, formatTime(t, one.created_at), t("files.lines", { count: one.lines })]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </p>
        <p role="status" className="text-base font-medium">
          {countsText(t, countsOf(one))}
        </p>
        {one.revert_until !== null && (
          <p className="text-sm text-taupe">{t("files.revert_until", { time: formatTime(t, one.revert_until) })}</p>
        )}
        {one.state === "reverted" && (
          <p className="text-sm">{t("files.reverted", { count: products.reverted, left: products.left })}</p>
        )}
        {one.unknown_columns.length > 0 && (
          <p className="text-sm text-warning">
            {t("files.unknown_columns", { names: one.unknown_columns.join(", ") })}
          </p>
        )}
      </div>
      {isRunning(one) ? <Progress one={one} /> : <Actions one={one} onRevert={() => setReverting(true)} />}
      {products.left > 0 && <LeftProducts id={one.id} />}
      {sumOf(countsOf(one)) > 0 && <ImportLines key={one.state} one={one} />}
      {reverting && (
        <ConfirmSheet
          title={t("files.revert")}
          text={t("files.revert_text", { count: products.written })}
          confirm={t("files.revert_confirm", { count: products.written })}
          action={revert}
          onConfirm={() => void revert.run()}
          onClose={() => setReverting(false)}
        />
      )}
    </div>
  );
}

const everyMs = 1_000;

/** One import: its dry run by line and column, the writing, the report, and how to revert it. */
export default function ProductImportScreen() {
  const t = useTexts();
  const id = Number(useParams().id);
  const query = useApi(
    "GET bo/product-imports/{id}",
    { path: { id } },
    { everyMs: (one) => one !== undefined && isRunning(one) && everyMs },
  );
  return (
    <RecordPage
      title={query.data?.data.file_name ?? recordTitle(t, "product_import", String(id))}
      back={{ to: usePathWithPage("/products/files"), label: t("nav.files") }}
    >
      <Loaded query={query}>{(one) => <Import one={one} />}</Loaded>
    </RecordPage>
  );
}
