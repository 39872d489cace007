import { useState } from "react";
import type { StaffEntry } from "#contract/backoffice/staff.ts";
import { Button } from "#design/button.tsx";
import { CallError } from "#backoffice/api/call-error.ts";
import { type ApiResponse, call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Saved } from "#backoffice/components/saved.tsx";
import { SessionFacts } from "#backoffice/components/session-facts.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { LogLink } from "#backoffice/log/log-link.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { type TextOf, useTexts } from "#backoffice/i18n/texts.ts";
import { offerUndo, reportDone } from "#backoffice/layout/undo-toast.tsx";
import { ComparedVersions } from "#backoffice/versions/compared-versions.tsx";
import { RoleChoice } from "./role-choice.tsx";

type ConfirmedAction = "revoke" | "reset" | "close";
type StaffAction = ConfirmedAction | "resend" | "reopen" | "end_sessions";

/** What can be done with an account in a state. */
const actionsOf: Record<StaffEntry["state"], readonly StaffAction[]> = {
  pending: ["resend", "revoke"],
  active: ["end_sessions", "reset", "close"],
  closed: ["reopen"],
};
/** Those that cannot be undone; the account is missing or its holder signed out afterwards. */
const needsConfirmation = (action: StaffAction): action is ConfirmedAction =>
  action === "revoke" || action === "reset" || action === "close";

/** @throws CallError 412 if the account has changed since it was read: it is read again, for the next attempt */
async function reopen({ id, version }: StaffEntry, key: string): Promise<unknown> {
  try {
    return await call("PUT bo/staff/{id}", { path: { id }, body: { closed: false }, key, ifMatch: `"${version}"` });
  } catch (error) {
    if (error instanceof CallError && error.status === 412) await invalidate("GET bo/staff");
    throw error;
  }
}

const requests: Record<StaffAction, (entry: StaffEntry, key: string) => Promise<unknown>> = {
  resend: ({ id }, key) => call("POST bo/invitations/{id}/resend", { path: { id }, key }),
  revoke: ({ id }) => call("DELETE bo/invitations/{id}", { path: { id } }),
  reset: ({ id }, key) => call("POST bo/staff/{id}/reset", { path: { id }, key }),
  close: ({ id }) => call("DELETE bo/staff/{id}", { path: { id } }),
  reopen,
  end_sessions: ({ id }) => call("DELETE bo/staff/{id}/sessions", { path: { id } }),
};

interface StaffSheetProps {
  entry: StaffEntry;
  onClose: () => void;
}

function RoleForm({ entry }: { entry: StaffEntry }) {
  const t = useTexts();
  const [role, setRole] = useState(entry.role);
  // as it was when the sheet opened: the list behind it is read again
  const [opened, setOpened] = useState(entry);
  const save = useAction(async (key) => {
    const ifMatch = `"${opened.version}"`;
    const { data } = await call("PUT bo/staff/{id}", { path: { id: entry.id }, body: { role }, key, ifMatch });
    setOpened(data);
    await invalidate("GET bo/staff");
    return true;
  });
  const changed = save.error?.status === 412 ? (save.error.current as StaffEntry) : null;
  const fieldsOf = (one: StaffEntry) =>
    [
      [t("fields.name"), one.name],
      [t("fields.role"), t(`roles.${one.role}`)],
      [t("order.status"), t(`staff.${one.state}`)],
    ] as const;
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <RoleChoice value={role} onChange={setRole} />
      {changed ? (
        <ComparedVersions
          title={t("staff.changed")}
          loaded={fieldsOf(opened)}
          current={fieldsOf(changed)}
          onClose={() => {
            setOpened(changed);
            // another choice than the one that was shown stays, to be saved again
            if (role === opened.role) setRole(changed.role);
            save.reset();
            void invalidate("GET bo/staff");
          }}
        />
      ) : (
        <Failure error={save.error} />
      )}
      <Button type="submit" wide busy={save.busy} disabled={role === opened.role}>
        {t("staff.save_role")}
      </Button>
      <Saved shown={save.result !== null} />
    </form>
  );
}

/** Where the account is signed in. */
function SessionList({ id }: { id: number }) {
  const t = useTexts();
  const sessions = useApi("GET bo/staff/{id}/sessions", { path: { id } });
  return (
    <section aria-label={t("me.sessions")} className="border-t border-line pt-4">
      <h3 className="mb-1 text-sm font-medium">{t("me.sessions")}</h3>
      <Loaded
        query={sessions}
        isEmpty={(list) => list.length === 0}
        empty={<p className="text-sm text-taupe">{t("staff.no_sessions")}</p>}
      >
        {(list) => (
          <ul className="divide-y divide-line">
            {list.map((session) => (
              <li key={session.id} className="py-2">
                <SessionFacts session={session} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

/** @param entry the closed account */
function offerReopening(t: TextOf, entry: StaffEntry): void {
  const { name } = entry;
  offerUndo({
    message: t("staff.was_closed", { name }),
    undo: async (key) => {
      await reopen(entry, key);
      await invalidate("GET bo/staff");
    },
  });
}

/** One account: its role, and what an owner can do with it. */
export function StaffSheet({ entry, onClose }: StaffSheetProps) {
  const t = useTexts();
  const [toConfirm, setToConfirm] = useState<ConfirmedAction | null>(null);
  const act = useAction(async (key, action: StaffAction) => {
    const response = await requests[action](entry, key);
    await invalidate("GET bo/staff", "GET bo/staff/{id}/sessions");
    setToConfirm(null);
    if (action === "revoke" || action === "close") onClose();
    if (action === "close") offerReopening(t, (response as ApiResponse<StaffEntry>).data);
    if (action === "revoke") reportDone(t("staff.was_revoked", { name: entry.name }));
    return action;
  });
  const start = (action: StaffAction) => {
    act.reset();
    if (needsConfirmation(action)) setToConfirm(action);
    else void act.run(action);
  };
  return (
    <Sheet title={entry.name} onClose={onClose}>
      <div className="space-y-5">
        <p className="text-sm text-taupe">
          {entry.email}
          <br />
          {entry.last_used_at
            ? t("me.last_used", { time: formatTime(t, entry.last_used_at) })
            : t("me.created", { time: formatTime(t, entry.created_at) })}
        </p>
        {entry.state !== "closed" && <RoleForm entry={entry} />}
        {entry.state === "active" && <SessionList id={entry.id} />}
        <div className="space-y-2 border-t border-line pt-4">
          {actionsOf[entry.state].map((action) => (
            <Button key={action} look="secondary" wide busy={act.busy} onClick={() => start(action)}>
              {t(`staff_actions.${action}`)}
            </Button>
          ))}
          <div className="grid">
            <LogLink record={`staff:${entry.id}`} />
          </div>
          {!toConfirm && <Failure error={act.error} />}
          <Saved shown={act.result !== null} text={act.result ? t(`staff_done.${act.result}`) : ""} />
        </div>
      </div>
      {toConfirm && (
        <ConfirmSheet
          title={t(`staff_actions.${toConfirm}`)}
          text={t(`staff_confirm.${toConfirm}`, { name: entry.name })}
          confirm={t(`staff_actions.${toConfirm}`)}
          action={act}
          onConfirm={() => void act.run(toConfirm)}
          onClose={() => setToConfirm(null)}
        />
      )}
    </Sheet>
  );
}
