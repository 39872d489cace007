import { useState } from "react";
import { useRevalidator } from "react-router";
import { formatDay, formatTime } from "#contract/dates.ts";
import type { LinkedOrder } from "#contract/guest-order.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { problemMessage } from "#web/i18n/problem-message.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";

/** Confirms a cash order that is cancelled otherwise. */
export function ConfirmOrder({ linked: { order, confirm_by: until }, token }: { linked: LinkedOrder; token: string }) {
  const t = useTexts();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  if (done)
    return (
      <Alert tone="success" className="mb-6">
        {t("linked_order.confirm_done")}
      </Alert>
    );
  if (until === null) return null;

  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const result = await getApiClient().confirmOrder(order.order_id, token);
    setBusy(false);
    if (!result.ok) return setFailure(problemMessage(t, result));
    setDone(true);
    await revalidate();
  };
  return (
    <section className="mb-6 border border-line bg-sand px-5 py-5">
      <p className="tabular">{t("linked_order.confirm_text", { time: `${formatTime(until)} ${formatDay(until)}` })}</p>
      {failure && <Alert className="mt-3">{failure}</Alert>}
      <Button className="mt-4" busy={busy} onClick={() => void confirm()}>
        {t("linked_order.confirm_button")}
      </Button>
    </section>
  );
}
