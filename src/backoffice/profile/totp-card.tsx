import { useState } from "react";
import { Button } from "#design/button.tsx";
import { call } from "#backoffice/api/call.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { invalidate } from "#backoffice/api/use-api.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Card } from "#backoffice/components/page.tsx";
import { Sheet } from "#backoffice/components/sheet.tsx";
import { formatTime } from "#backoffice/i18n/formats.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { AddTotp } from "#backoffice/sign-in/add-totp.tsx";
import { RecoveryCodeList } from "#backoffice/sign-in/recovery-code-list.tsx";
import { reportDone } from "#backoffice/layout/undo-toast.tsx";

/** The authenticator app. @param since when it was set up; null without one */
export function TotpCard({ since }: { since: string | null }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const close = () => {
    setOpen(false);
    setCodes([]);
    void invalidate("GET bo/profile");
  };
  const remove = useAction(async () => {
    await call("DELETE bo/totp", {});
    close();
    reportDone(t("me.totp_removed"));
  });
  const text = since ? t("me.totp_since", { time: formatTime(t, since) }) : t("me.no_totp");
  return (
    <Card title={t("me.totp")} text={text}>
      <Button look="secondary" size="small" className="min-h-12" onClick={() => setOpen(true)}>
        {t(since ? "me.remove_totp" : "factor.add_totp")}
      </Button>
      {open && since && (
        <ConfirmSheet
          title={t("me.remove_totp")}
          text={t("me.remove_totp_text")}
          confirm={t("actions.remove")}
          action={remove}
          onConfirm={() => void remove.run()}
          onClose={close}
        />
      )}
      {open && !since && (
        <Sheet title={t("me.totp")} onClose={close}>
          {codes.length > 0 ? (
            <RecoveryCodeList codes={codes} onDone={close} />
          ) : (
            <AddTotp onAdded={(created) => (created.length > 0 ? setCodes(created) : close())} />
          )}
        </Sheet>
      )}
    </Card>
  );
}
