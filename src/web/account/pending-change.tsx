import { useState } from "react";
import { formatTime } from "#contract/dates.ts";
import type { OrderRecord } from "#contract/order-history.ts";
import { Alert } from "#design/alert.tsx";
import { Button } from "#design/button.tsx";
import { toast } from "#design/toast.ts";
import { getApiClient } from "#web/api/api-client.ts";
import { usePrice } from "#web/i18n/price.ts";
import { useTexts } from "#web/i18n/texts-provider.tsx";
import { useOwnChange } from "./use-own-change.ts";

type PendingChangeRecord = NonNullable<OrderRecord["self_service"]["change"]>;

/** Pays or discards a change that waits for its payment. */
function WaitingActions({ order, change }: { order: OrderRecord; change: PendingChangeRecord }) {
  const t = useTexts();
  const amount = usePrice()(change.amount);
  const { send, busy, failure } = useOwnChange();
  const [pressed, setPressed] = useState<"pay" | "discard" | null>(null);
  const { order_id: id, order_number: number } = order;
  const pay = () => {
    setPressed("pay");
    void send(
      () => getApiClient().payChange(id),
      ({ payment_url: url }) => url && location.assign(url),
    );
  };
  const discard = () => {
    setPressed("discard");
    void send(
      () => getApiClient().discardChange(id, { version: order.self_service.version }),
      () => toast("success", t("self_service.change_discarded", { number })),
    );
  };
  const button = { size: "small", "aria-describedby": `order-${id}` } as const;
  return (
    <>
      {failure && <Alert className="mt-3">{failure.message}</Alert>}
      <div className="mt-3 flex flex-wrap gap-3">
        <Button {...button} busy={busy && pressed === "pay"} onClick={pay}>
          {t("self_service.change_pay", { amount })}
        </Button>
        <Button {...button} look="secondary" busy={busy && pressed === "discard"} onClick={discard}>
          {t("self_service.change_discard")}
        </Button>
      </div>
    </>
  );
}

/** What became of a change that was not applied at once. */
export function PendingChange({ order }: { order: OrderRecord }) {
  const t = useTexts();
  const price = usePrice();
  const { change } = order.self_service;
  if (!change) return null;
  const { state, until, refused } = change;
  const amount = price(change.amount);
  return (
    <div className="border-b border-line bg-ivory px-5 py-4 text-sm">
      <p role="status">
        {state === "waiting" && t("self_service.change_waits", { amount, time: until ? formatTime(until) : "" })}
        {state === "due" && t("self_service.change_due")}
        {state === "refused" && t(`self_service.refused_${refused ?? "changed"}`)}
        {state === "refused" && change.amount > 0 && ` ${t("self_service.refused_money", { amount })}`}
      </p>
      {state === "waiting" && <WaitingActions order={order} change={change} />}
    </div>
  );
}
