import { useState } from "react";
import { Button } from "#design/button.tsx";
import { LogoutIcon } from "#design/icons.tsx";
import { signOut } from "#backoffice/api/session.ts";
import { useAction } from "#backoffice/api/use-action.ts";
import { ConfirmSheet } from "#backoffice/components/confirm-sheet.tsx";
import { Failure } from "#backoffice/components/failure.tsx";
import { useQueue } from "#backoffice/api/queue/queue.ts";
import { useTexts } from "#backoffice/i18n/texts.ts";

/** Ends the session. It removes what this device has stored, so actions that the server does not have yet require a confirmation. */
export function SignOutButton() {
  const t = useTexts();
  const count = useQueue().length;
  const [confirming, setConfirming] = useState(false);
  const leave = useAction(signOut);
  return (
    <>
      <Button
        look="secondary"
        wide
        busy={leave.busy}
        onClick={() => (count > 0 ? setConfirming(true) : void leave.run())}
      >
        <LogoutIcon size={18} />
        {t("actions.sign_out")}
      </Button>
      <Failure error={leave.error} />
      {confirming && (
        <ConfirmSheet
          title={t("waiting.sign_out_title")}
          text={t("waiting.sign_out_text", { count })}
          confirm={t("waiting.sign_out_confirm")}
          action={leave}
          onConfirm={() => void leave.run()}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
