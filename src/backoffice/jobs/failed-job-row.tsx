import { useState } from "react";
import type { FailedJob } from "#contract/backoffice/jobs.ts";
import { Badge } from "#design/badge.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { ReasonSheet } from "#backoffice/components/reason-sheet.tsx";
import { ServerButton } from "#backoffice/components/server-button.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo, reportDone } from "#backoffice/layout/undo-toast.tsx";
import { RecordLink } from "#backoffice/log/record-link.tsx";
import { refreshJobs } from "./refresh-jobs.ts";
import { Disclosure } from "#backoffice/components/disclosure.tsx";

/** What a person does with a failed job: it runs again, or stays undone for a reason. */
function JobDecision({ job }: { job: FailedJob }) {
  const t = useTexts();
  const { id, title, maybe_sent, retryable } = job;
  const [opened, setOpened] = useState<"send again" | "dismiss" | null>(null);
  const close = () => setOpened(null);
  const retry = useAction(async (key: string) => {
    await call("POST bo/jobs/{id}/retry", { path: { id }, body: { maybe_sent }, key });
    close();
    reportDone(t("jobs.retried", { count: 1 }));
    await refreshJobs();
  });
  const dismiss = async (reason: string, key: string) => {
    await call("POST bo/jobs/{id}/dismiss", { path: { id }, body: { reason }, key });
    offerUndo({
      message: t("jobs.dismissed", { title }),
      undo: async (undoKey) => {
        await call("POST bo/jobs/{id}/restore", { path: { id }, key: undoKey });
        await refreshJobs();
      },
    });
    await refreshJobs();
  };
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        {retryable && (
          <ServerButton
            look="secondary"
            size="small"
            className="min-h-12"
            busy={retry.busy}
            onClick={() => (maybe_sent ? setOpened("send again") : void retry.run())}
          >
            {t(maybe_sent ? "jobs.send_again" : "actions.retry")}
          </ServerButton>
        )}
        <ServerButton
          look={retryable ? "quiet" : "secondary"}
          size="small"
          className="min-h-12"
          onClick={() => setOpened("dismiss")}
        >
          {t("jobs.dismiss")}
        </ServerButton>
      </div>
      {opened === null && <Failure error={retry.error} />}
      {opened === "send again" && (
        <ConfirmSheet
          title={t("jobs.send_again_title")}
          text={t("jobs.send_again_text")}
          confirm={t("jobs.send_anyway")}
          action={retry}
          onConfirm={() => void retry.run()}
          onClose={close}
        />
      )}
      {opened === "dismiss" && (
        <ReasonSheet
          title={t("jobs.dismiss_title")}
          text={t("jobs.dismiss_text")}
          draftName={`job-dismiss-${id}`}
          onSubmit={dismiss}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A failed job: what has not happened, since when, and what can be done about it. */
export function FailedJobRow({ job }: { job: FailedJob }) {
  const t = useTexts();
  const { title, recipient, explanation, record, failed_at, enqueued_at, tries, error, maybe_sent } = job;
  return (
    <div className="space-y-2 text-sm">
      <div>
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 font-medium">
          {title}
          {maybe_sent && <Badge tone="warning">{t("jobs.maybe_sent")}</Badge>}
        </p>
        {recipient && <p className="wrap-anywhere">{t("jobs.to", { recipient })}</p>}
      </div>
      <p>{explanation}</p>
      <p className="text-xs text-taupe">
        {t("jobs.failed_at", { time: formatTime(t, failed_at), count: tries })}
        {" · "}
        {t("jobs.enqueued_at", { time: formatTime(t, enqueued_at) })}
      </p>
      {record && <RecordLink entity={record.entity} id={record.id} />}
      {error && (
        <Disclosure title={t("log.technical")}>
          <p lang="en" className="bg-sand p-3 text-xs break-words">
            {error}
          </p>
        </Disclosure>
      )}
      <JobDecision job={job} />
    </div>
  );
}
