import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getApiClient } from "#web/api/api-client.ts";
import { queryClient, unwrap } from "#web/api/query-client.ts";
import { userKey } from "#web/api/session.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useSettings } from "#web/i18n/settings.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Offers to add orders that were placed with the account's confirmed email, without the account. */
export function ClaimOrders({ customerId }: { customerId: number }) {
  const { guestCheckout } = useSettings();
  return guestCheckout ? <Question customerId={customerId} /> : null;
}

function Question({ customerId }: { customerId: number }) {
  const t = useTexts();
  const owner = String(customerId);
  const key = userKey(owner, "claimable-orders");
  const query = useQuery({ queryKey: key, queryFn: () => unwrap(getApiClient().claimableOrders()), retry: false });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const count = query.data?.count ?? 0;
  if (count === 0) return null; // a failure is not shown: the orders below do not depend on it

  const add = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await getApiClient().claimOrders();
    setBusy(false);
    if (!result.ok) return setFailure(problemMessage(t, result));
    toast("success", t("guest.claimed"));
    queryClient().setQueryData(key, { count: 0 });
    await queryClient().invalidateQueries({ queryKey: userKey(owner, "orders") });
  };
  return (
    <section className="mt-6 border border-line bg-sand px-5 py-4">
      <p>{t(count === 1 ? "guest.claim_question_one" : "guest.claim_question_other", { n: count })}</p>
      {failure && <Alert className="mt-3">{failure}</Alert>}
      <Button size="small" className="mt-3" busy={busy} onClick={() => void add()}>
        {t("guest.claim_all")}
      </Button>
    </section>
  );
}
