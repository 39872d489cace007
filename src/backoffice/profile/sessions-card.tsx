import type { StaffSessionEntry } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { SessionFacts } from "#backoffice/components/session-facts.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { describeDevice } from "#backoffice/components/describe-device.ts";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

interface SessionRowProps {
  session: StaffSessionEntry;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const t = useTexts();
  const { user_agent, current } = session;
  const device = describeDevice(user_agent);
  return (
    <li className="flex min-h-16 items-center justify-between gap-3 py-2">
      <SessionFacts session={session} />
      {!current && (
        <Button
          look="quiet"
          className="min-h-12 shrink-0"
          aria-label={t("me.end_session_of", { device })}
          busy={busy}
          onClick={onEnd}
        >
          {t("me.end_session")}
        </Button>
      )}
    </li>
  );
}

/** The account's sessions. */
export function SessionsCard() {
  const t = useTexts();
  const sessions = useApi("GET bo/sessions", {});
  const end = useAction(async (_key, id: number | "others") => {
    if (id === "others") await call("DELETE bo/sessions", { query: { others: "true" } });
    else await call("DELETE bo/sessions/{id}", { path: { id } });
    reportDone(t(id === "others" ? "me.others_ended" : "me.session_ended"));
    await invalidate("GET bo/sessions");
  });
  return (
    <Card title={t("me.sessions")} text={t("me.sessions_text")}>
      <Loaded query={sessions}>
        {(list) => (
          <div className="space-y-3">
            <ul className="divide-y divide-line border-y border-line">
              {list.map((session) => (
                <SessionRow key={session.id} session={session} busy={end.busy} onEnd={() => void end.run(session.id)} />
              ))}
            </ul>
            <Failure error={end.error} />
            {list.length > 1 && (
              <Button
                look="secondary"
                size="small"
                className="min-h-12"
                busy={end.busy}
                onClick={() => void end.run("others")}
              >
                {t("me.end_others")}
              </Button>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
