import { useTexts } from "#backoffice/i18n/texts.ts";
import { Button } from "#design/button.tsx";
import type { ScanQueue } from "./use-scan-queue.ts";

/** Below a failure, warning or choice: how many codes wait for the person, and the buttons that continue. */
export function ScanHoldButtons({ queue: { waiting, hold, retry, skip } }: { queue: ScanQueue }) {
  const t = useTexts();
  if (hold === null || (hold === "notice" && waiting === 0 && !retry)) return null;
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-1 print:hidden">
      <p role="status" className="px-2 text-sm empty:hidden">
        {waiting > 0 && t("scanner.waiting", { count: waiting })}
      </p>
      {retry && (
        <Button look="quiet" className="min-h-12" onClick={retry}>
          {t("actions.retry")}
        </Button>
      )}
      {(waiting > 0 || hold === "choice") && (
        <Button look="quiet" className="min-h-12" onClick={skip}>
          {t(waiting > 0 ? "actions.continue" : "actions.close")}
        </Button>
      )}
    </div>
  );
}
