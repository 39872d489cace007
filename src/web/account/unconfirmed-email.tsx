import { useState } from "react";
import type { User } from "#contract/customer.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { revalidateSession } from "#web/api/session.ts";
import { Button } from "#design/button.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

type Outcome = { sent: true } | { sent: false; message: string };

/** The account's own email, while it is not confirmed: what to do, and how to get the email again. */
export function UnconfirmedEmail({ user: { email, email_status: status } }: { user: User }) {
  const t = useTexts();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (status === "confirmed") return null;
  const send = async () => {
    setBusy(true);
    const result = await getApiClient().requestVerification();
    setBusy(false);
    // confirmed in another tab, or logged out there
    if (!result.ok && (result.status === 401 || result.status === 409)) revalidateSession();
    setOutcome(result.ok ? { sent: true } : { sent: false, message: problemMessage(t, result) });
  };
  const text = status === "refused" ? "email_refused" : outcome?.sent ? "email_verification_sent" : "email_unconfirmed";
  return (
    <div className="mt-6 border-l-2 border-champagne bg-sand px-4 py-3 text-sm">
      <p role={outcome?.sent ? "status" : undefined} className="break-words">
        {t(`profile.${text}`, { email })}
      </p>
      {outcome?.sent === false && (
        <p role="alert" className="mt-2 text-danger">
          {outcome.message}
        </p>
      )}
      {status === "unconfirmed" && (
        <Button look="secondary" className="mt-3" busy={busy} onClick={() => void send()}>
          {t(busy ? "profile.email_verification_sending" : "profile.email_verification_send")}
        </Button>
      )}
    </div>
  );
}
