import { useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { useSession } from "#web/api/session.ts";
import { Alert } from "#design/alert.tsx";
import { Button, LinkButton } from "#design/button.tsx";
import { Skeleton } from "#design/skeleton.tsx";
import { PageHead } from "#web/i18n/page-head.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { openAuth } from "#web/navigation/auth-modal.ts";

/** Adds the order of a link to the account after a click; if the order has another email, after a second one. */
export function ClaimOrder({ orderId, token }: { orderId: number; token: string }) {
  const t = useTexts();
  const { user, known } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** masked email of the order, if it is another one */
  const [other, setOther] = useState<string | null>(null);
  const [done, setDone] = useState(false);

  const claim = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await getApiClient().claimOrder({ order_id: orderId, token, confirmed: other !== null });
    setBusy(false);
    if (result.ok) return result.data.state === "confirm" ? setOther(result.data.email) : setDone(true);
    setFailure(result.status === 404 ? t("linked_order.claim_unknown") : problemMessage(t, result));
  };
  const values = { order: orderId, account: user?.email ?? "", email: other ?? "" };
  const question = other === null ? "linked_order.claim_ready" : "linked_order.claim_other";
  return (
    <div className="page max-w-xl py-12 lg:py-16">
      <PageHead title={t("linked_order.claim_title")} hidden />
      <h1 className="text-3xl">{t("linked_order.claim_title")}</h1>
      {!known && <Skeleton className="mt-6 h-12 w-full" />}
      {known && !done && (
        <p className="mt-3 mb-6 break-words text-taupe">{t(user ? question : "linked_order.claim_text", values)}</p>
      )}
      {failure && <Alert className="mb-6">{failure}</Alert>}
      {done && (
        <Alert tone="success" className="my-6">
          {t("linked_order.claim_done")}
        </Alert>
      )}
      {known && !user && (
        <Button wide onClick={() => openAuth("login")}>
          {t("auth.login_button")}
        </Button>
      )}
      {known && user && !done && (
        <Button wide busy={busy} onClick={() => void claim()}>
          {t("linked_order.claim_button")}
        </Button>
      )}
      {done && (
        <LinkButton to="/profile?tab=orders" wide>
          {t("linked_order.orders")}
        </LinkButton>
      )}
    </div>
  );
}
