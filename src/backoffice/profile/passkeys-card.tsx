import { useState } from "react";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate, useApi } from "#backoffice/api/use-api.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { Loaded } from "#backoffice/components/loaded.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { AddPasskey } from "#backoffice/sign-in/add-passkey.tsx";
import { passkeysExist } from "#backoffice/sign-in/passkeys.ts";
import { RecoveryCodeList } from "#backoffice/sign-in/recovery-code-list.tsx";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

/** Creates a passkey, and shows the recovery codes if the account had none. */
function AddSheet({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [codes, setCodes] = useState<string[]>([]);
  const finish = (created: string[]) => {
    void invalidate("GET bo/passkeys", "GET bo/profile");
    if (created.length > 0) setCodes(created);
    else onClose();
  };
  return (
    <Sheet title={t("me.add_passkey")} onClose={onClose}>
      {codes.length > 0 ? <RecoveryCodeList codes={codes} onDone={onClose} /> : <AddPasskey onAdded={finish} />}
    </Sheet>
  );
}

export function PasskeysCard() {
  const t = useTexts();
  const passkeys = useApi("GET bo/passkeys", {});
  const [adding, setAdding] = useState(false);
  const remove = useAction(async (_key, id: number, name: string) => {
    await call("DELETE bo/passkeys/{id}", { path: { id } });
    reportDone(t("actions.deleted", { name }));
    await invalidate("GET bo/passkeys");
  });
  return (
    <Card title={t("me.passkeys")} text={t("me.passkeys_text")}>
      <div className="space-y-3">
        <Loaded
          query={passkeys}
          isEmpty={(list) => list.length === 0}
          empty={<p className="text-sm">{t("me.no_passkeys")}</p>}
        >
          {(list) => (
            <ul className="divide-y divide-line border-y border-line">
              {list.map(({ id, name, created_at, last_used_at }) => (
                <li key={id} className="flex min-h-14 items-center justify-between gap-3">
                  <span className="min-w-0 text-sm">
                    <span className="block truncate font-medium">{name}</span>
                    <span className="text-xs text-taupe">
                      {last_used_at
                        ? t("me.last_used", { time: formatTime(t, last_used_at) })
                        : t("me.created", { time: formatTime(t, created_at) })}
                    </span>
                  </span>
                  <Button
                    look="quiet"
                    className="min-h-12"
                    aria-label={t("me.remove_passkey", { name })}
                    busy={remove.busy}
                    onClick={() => void remove.run(id, name)}
                  >
                    {t("actions.remove")}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <Failure error={remove.error} />
        {passkeysExist() ? (
          <Button look="secondary" size="small" className="min-h-12" onClick={() => setAdding(true)}>
            {t("me.add_passkey")}
          </Button>
        ) : (
          <p className="text-sm text-taupe">{t("sign_in.insecure")}</p>
        )}
      </div>
      {adding && <AddSheet onClose={() => setAdding(false)} />}
    </Card>
  );
}
