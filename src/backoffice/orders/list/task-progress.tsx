import { useEffect, useRef } from "react";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { CallError } from "#backoffice/api/call-error.ts";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { refreshOrder } from "#backoffice/order-record/use-order.ts";

const everyMs = 1_000;
const isOver = (state: string | undefined): boolean => state !== undefined && state !== "queued" && state !== "running";

interface TaskProgressProps {
  id: number;
  /** the task has ended. @param failed ids of the records that failed */
  onEnd: (failed: readonly number[]) => void;
  /** starts the same action again with these records */
  onRetry?: ((ids: readonly number[]) => void) | undefined;
  onClose: () => void;
}

/** Progress of a background task, then the reason for each order that failed. It runs on if the page is closed. One that the server has deleted is closed. */
export function TaskProgress({ id, onEnd, onRetry, onClose }: TaskProgressProps) {
  const t = useTexts();
  const path = { path: { id } };
  const query = useApi("GET bo/tasks/{id}", path, { everyMs: (task) => !isOver(task?.state) && everyMs });
  const stop = useAction(async (key: string) => {
    await call("POST bo/tasks/{id}/stop", { ...path, key });
    await invalidate("GET bo/tasks/{id}");
  });
  const isDeleted = query.error instanceof CallError && query.error.status === 404;
  useEffect(() => {
    if (isDeleted) onClose();
  });
  const task = query.data?.data;
  const over = isOver(task?.state);
  const failed = (task?.results ?? []).filter(({ ok }) => !ok);
  const reported = useRef(false);
  useEffect(() => {
    if (!over || reported.current) return;
    reported.current = true;
    void refreshOrder();
    onEnd(failed.map((result) => result.id));
  });
  if (!task) return null;
  const { total, processed } = task;
  return (
    <section aria-label={t("bulk.progress")} className="card space-y-3 p-4">
      <p role="status" className="text-sm font-medium">
        {t(over ? "bulk.ended" : "bulk.running", {
          done: processed - failed.length,
          processed,
          total,
          failed: failed.length,
        })}
      </p>
      {!over && (
        <progress aria-label={t("bulk.progress")} max={total} value={processed} className="h-2 w-full accent-ink" />
      )}
      {over && failed.length > 0 && (
        <>
          <ul className="space-y-2 text-sm">
            {failed.map(({ id: order, message }) => (
              <li key={order} className="flex flex-wrap items-center justify-between gap-x-3">
                <span>
                  <span className="tabular font-medium">{order}</span> · {message}
                </span>
                {onRetry && (
                  <Button look="quiet" onClick={() => onRetry([order])}>
                    {t("actions.retry")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <Alert>{t("bulk.still_selected")}</Alert>
        </>
      )}
      <Failure error={stop.error} />
      <div className="flex gap-3">
        {over ? (
          <Button look="secondary" size="small" className="min-h-12" onClick={onClose}>
            {t("actions.close")}
          </Button>
        ) : (
          <Button look="secondary" size="small" className="min-h-12" busy={stop.busy} onClick={() => void stop.run()}>
            {t("bulk.stop")}
          </Button>
        )}
      </div>
    </section>
  );
}
