import { useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession, setSession } from "#web/api/session.ts";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** A new email that is not confirmed yet: what to do, and how to cancel it. */
export function PendingEmail({ email }: { email: string }) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    setFailure(null);
    const result = await getApiClient().cancelEmailChange();
    setBusy(false);
    if (result.ok && result.data.user) {
      setSession(result.data.user);
      return toast("success", t("profile.email_cancelled"));
    }
    if (!result.ok && result.status === 401) revalidateSession();
    setFailure(result.ok ? result.data.message : problemMessage(t, result));
  };
  return (
    <div className="mt-6 border-l-2 border-champagne bg-sand px-4 py-3 text-sm">
      <p role="status" className="break-words">
        {t("profile.email_pending", { email })}
      </p>
      {failure && (
        <p role="alert" className="mt-2 text-danger">
          {failure}
        </p>
      )}
      <Button look="secondary" className="mt-3" busy={busy} onClick={cancel}>
        {t(busy ? "profile.email_cancelling" : "profile.email_cancel")}
      </Button>
    </div>
  );
}
