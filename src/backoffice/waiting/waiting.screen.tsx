import { useEffect, useState } from "react";
import { Button } from "#design/button.tsx";
import { Alert } from "#design/alert.tsx";
import { invalidate, prefetch } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { StateCard } from "#backoffice/components/loaded.tsx";
import { Card, Page } from "#backoffice/components/page.tsx";
import type { QueuedAction } from "#backoffice/api/queue/queued-action.ts";
import { dropActions, retryActions, sendQueue, useQueue } from "#backoffice/api/queue/queue.ts";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** The actions on one record, in their order. */
interface ActionGroup {
  subject: string;
  actions: QueuedAction[];
}

function bySubject(queue: readonly QueuedAction[]): ActionGroup[] {
  const groups = new Map<string, QueuedAction[]>();
  for (const action of queue) groups.set(action.subject, [...(groups.get(action.subject) ?? []), action]);
  // conflicts need the person, all others only the connection
  return [...groups]
    .map(([subject, actions]) => ({ subject, actions }))
    .sort((a, b) => Number(b.actions.some(hasConflict)) - Number(a.actions.some(hasConflict)));
}

const hasConflict = ({ conflict }: QueuedAction): boolean => conflict !== null;

/** Reads an order again after packing it was rejected: its copy on this device is outdated, and is shown first when it is opened again. */
function useFreshPackOrder({ subject, actions }: ActionGroup): void {
  const key = actions.find(({ conflict, name }) => conflict && name.includes("bo/pack/orders/{id}"))?.key;
  const id = subject.slice(subject.indexOf(":") + 1);
  useEffect(() => {
    const read = "GET bo/pack/orders/{id}";
    if (key !== undefined) void invalidate(read).then(() => prefetch(read, { path: { id } }));
  }, [key, id]);
}

/** What was done on this device, and with a conflict what the server has instead, with the choice between the two. */
function Group({ group }: { group: ActionGroup }) {
  const t = useTexts();
  const { subject, actions } = group;
  useFreshPackOrder(group);
  const [dropping, setDropping] = useState(false);
  const conflict = actions.find(hasConflict)?.conflict;
  return (
    <li>
      <Card>
        {conflict && <h2 className="mb-1 text-sm font-medium">{t("waiting.here")}</h2>}
        <ul className="space-y-1">
          {actions.map(({ order, label, values, at }) => (
            <li key={order} className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span>{t(label, values)}</span>
              <span className="text-taupe">{formatTime(t, new Date(at).toISOString())}</span>
            </li>
          ))}
        </ul>
        {conflict && (
          <>
            <h2 className="mt-4 mb-1 text-sm font-medium">{t("waiting.server")}</h2>
            <Alert>{conflict.message || t("failure.unexpected")}</Alert>
            <div className="mt-3 flex flex-wrap gap-3">
              <Button look="secondary" size="small" className="min-h-12" onClick={() => setDropping(true)}>
                {t("waiting.drop")}
              </Button>
              <Button look="secondary" size="small" className="min-h-12" onClick={() => void retryActions(subject)}>
                {t("waiting.retry")}
              </Button>
            </div>
          </>
        )}
      </Card>
      {dropping && (
        <ConfirmSheet
          title={t("waiting.drop_title")}
          text={t("waiting.drop_text", { count: actions.length })}
          confirm={t("waiting.drop")}
          action={{ busy: false, error: null }}
          onConfirm={() => void dropActions(subject)}
          onClose={() => setDropping(false)}
        />
      )}
    </li>
  );
}

/** The actions that wait on this device: without a connection, or because the server has something else. */
export default function Waiting() {
  const t = useTexts();
  const queue = useQueue();
  const groups = bySubject(queue);
  return (
    <Page title={t("waiting.title")} width="form">
      {groups.length === 0 ? (
        <StateCard title={t("waiting.empty")} text={t("waiting.empty_text")} />
      ) : (
        <div className="space-y-4">
          <p className="text-sm text-taupe">{t("waiting.text")}</p>
          <ul className="space-y-4">
            {groups.map((group) => (
              <Group key={group.subject} group={group} />
            ))}
          </ul>
          <Button look="secondary" wide onClick={() => void sendQueue()}>
            {t("waiting.send")}
          </Button>
        </div>
      )}
    </Page>
  );
}
