import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { useAction } from "#backoffice/api/use-action.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { FingerprintIcon } from "#backoffice/components/icons.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";
import { passkeysExist, wasDismissed } from "./passkeys.ts";

interface PasskeyButtonProps {
  /** rejects as functions of passkeys.ts do */
  authenticate: () => Promise<void>;
  onDone: () => void;
}

/** Authenticates with a fingerprint or the face. Nothing where the browser provides no passkeys. */
export function PasskeyButton({ authenticate, onDone }: PasskeyButtonProps) {
  const t = useTexts();
  const signIn = useAction(async () => {
    try {
      await authenticate();
      onDone();
      return "done" as const;
    } catch (error) {
      if (wasDismissed(error)) return "dismissed" as const;
      throw error;
    }
  });
  if (!passkeysExist()) return null;
  return (
    <div className="space-y-3">
      <Button look="secondary" wide busy={signIn.busy} onClick={() => void signIn.run()}>
        <FingerprintIcon size={20} />
        {t("sign_in.passkey")}
      </Button>
      {signIn.result === "dismissed" && <Alert tone="warning">{t("sign_in.passkey_dismissed")}</Alert>}
      <Failure error={signIn.error} />
    </div>
  );
}
