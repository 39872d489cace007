import { useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/**
 * The password is changed by an email to the account's address: a logged-in phone that was found is not enough to take
 * over the account.
 */
export function ChangePassword({ email }: { email: string }) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const sendLink = async () => {
    setBusy(true);
    const result = await getApiClient().requestPasswordReset(email);
    setBusy(false);
    setSent(result.ok);
    setFailure(result.ok ? null : problemMessage(t, result));
  };
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => void sendLink()}>
        {t("profile.change_password")}
      </Button>
      {(sent || failure) && (
        <Alert tone={sent ? "success" : "danger"} className="basis-full">
          {failure ?? t("profile.password_link_sent", { email })}
        </Alert>
      )}
    </>
  );
}
