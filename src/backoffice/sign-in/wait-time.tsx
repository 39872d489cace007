import { useEffect, useState } from "react";
import { Alert } from "#design/alert.tsx";
import type { CallError } from "#backoffice/api/call-error.ts";
import { Failure } from "#backoffice/components/failure.tsx";
import { useTexts } from "#backoffice/i18n/texts.ts";

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Counts down until the next attempt is accepted. */
function WaitTime({ seconds }: { seconds: number }) {
  const t = useTexts();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <Alert tone="warning">
      {left > 0 ? (
        <>
          {t("sign_in.locked")} <span aria-live="off">{t("sign_in.wait", { time: minutes(left) })}</span>
        </>
      ) : (
        t("sign_in.try_again")
      )}
    </Alert>
  );
}

/** The failure of a sign-in; after too many attempts, and with the one that is too many, the time until the next one. */
export function SignInFailure({ error }: { error: CallError | null }) {
  // an overloaded server states a time to wait too, without a lock
  const isLocked = error?.status === 429 || error?.problem.data.retry_after !== undefined;
  const wait = isLocked ? error?.retryAfter : null;
  return (
    <>
      {!(wait && error?.status === 429) && <Failure error={error} />}
      {wait ? <WaitTime key={error?.requestId} seconds={wait} /> : null}
    </>
  );
}
